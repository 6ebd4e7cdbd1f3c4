import { afterAll, expect, test } from 'vitest'

import { buildAccount } from '../../test/build/factories.ts'
import { createTestDatabase } from '../../test/run/database.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { createDb, type Tx } from '../db/db.ts'
import { fail } from '../errors.ts'
import { once } from './idempotency.ts'

const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 12 })
afterAll(() => db.close())

const account = await buildAccount(db)
const now = new Date('2026-01-31T00:00:00Z')
const actor = { kind: 'user', accountId: account.id, sessionId: 's', userName: 'u', strength: 'password' } as const
const ctx = { db, now, resellerId: account.resellerId, actor }
let runs = 0
const work = async () => ({ run: (runs += 1) })

test('the same key and body get the first answer, whatever the order of the fields', async () => {
  const first = await once(ctx, 'test.call', 'key-00001', { a: 1, b: { c: 2, d: [3] } }, work)
  expect(await once(ctx, 'test.call', 'key-00001', { b: { d: [3], c: 2 }, a: 1 }, work)).toEqual(first)
  expect(runs).toBe(1)
})

test('refuses another body; another call, key or caller is independent', async () => {
  const before = runs
  const twice = once(ctx, 'test.call', 'key-00001', { a: 2 }, work)
  await expect(twice).rejects.toMatchObject({ code: 'request.key_reused', status: 409 })
  await once(ctx, 'test.other', 'key-00001', { a: 2 }, work)
  await once(ctx, 'test.call', 'key-00002', { a: 2 }, work)
  const other = await buildAccount(db)
  await once({ ...ctx, actor: { ...actor, accountId: other.id } }, 'test.call', 'key-00001', { a: 2 }, work)
  const stranger = { ...ctx, resellerId: null, actor: { kind: 'public' } as const }
  await once(stranger, 'test.call', 'key-00001', { a: 2 }, work)
  await once(stranger, 'test.call', 'key-00001', { a: 2 }, work)
  expect(runs).toBe(before + 4)
})

test('refused work leaves its key unused', async () => {
  const refused = once(ctx, 'test.call', 'key-00003', {}, async () => fail('balance.short'))
  await expect(refused).rejects.toMatchObject({ code: 'balance.short' })
  expect(await once(ctx, 'test.call', 'key-00003', {}, work)).toEqual({ run: runs })
})

test('a twin waits for the first, and works when that is refused', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const first = once(ctx, 'test.call', 'key-00005', {}, async () => {
    await gate
    return fail('balance.short')
  })
  const before = runs
  const twin = once(ctx, 'test.call', 'key-00005', {}, work)
  const waiting = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`
  await waitUntil(async () => (await db.pool.query(waiting)).rowCount, 'the twin to wait')
  expect(runs).toBe(before)
  open()
  await expect(first).rejects.toMatchObject({ code: 'balance.short' })
  expect(await twin).toEqual({ run: before + 1 })
})

test('undoes its work where the release before, which takes no lock, has used the key meanwhile', async () => {
  const work = async ({ db: tx }: { db: Tx }) => {
    await db.pool.query(
      `insert into idempotency_keys (reseller_id, account_id, call, key, body_hash, answer, created_at)
        values ($1, $2, 'test.call', 'key-00006', $3, '{}', $4)`,
      [account.resellerId, account.id, Buffer.alloc(32), now],
    )
    await tx.kysely.updateTable('accounts').set({ speedMode: 'game' }).where('id', '=', account.id).execute()
    return {}
  }
  await expect(once(ctx, 'test.call', 'key-00006', {}, work)).rejects.toMatchObject({ code: '23505' })
  const { speedMode } = await db.kysely
    .selectFrom('accounts')
    .select('speedMode')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  expect(speedMode).toBe('standard')
})

test('runs thirty parallel calls once', async () => {
  const before = runs
  const answers = await Promise.all(Array.from({ length: 30 }, () => once(ctx, 'test.call', 'key-00004', {}, work)))
  expect(runs).toBe(before + 1)
  expect(new Set(answers.map(({ run }) => run)).size).toBe(1)
})
