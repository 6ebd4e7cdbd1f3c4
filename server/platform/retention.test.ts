import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createTestDatabase } from '../test/database.ts'
import { buildAccount } from '../test/factories.ts'
import { makeScratchDir } from '../test/scratch-dir.ts'
import { randomToken, sha256 } from './crypto.ts'
import { createDb } from './db.ts'
import { createLog } from './log.ts'
import { runRetention } from './retention.ts'

const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 2 })
afterAll(() => db.close())

const NOW = new Date('2026-06-15T12:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ago = (ms: number) => new Date(NOW.getTime() - ms)
/** A moment before the end of each keeping, and one after. */
const around = (keepMs: number) => [ago(keepMs - HOUR_MS), ago(keepMs + HOUR_MS)] as const

const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })
const run = (dataDir: string) =>
  runRetention({
    db,
    log,
    now: NOW,
    config: readConfig({ SECRET_KEY: 'x'.repeat(32), DATA_DIR: dataDir }),
    isLastAttempt: false,
  })

const { id: accountId, resellerId } = await buildAccount(db)
const owner = { resellerId, accountId }

async function buildFamily(at: Date): Promise<string> {
  const times = { createdAt: at, seenAt: at, expiresAt: at }
  const family = await db.kysely
    .insertInto('deviceFamilies')
    .values({ ...owner, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  const generation = { familyId: family.id, generation: 0, secretHash: sha256(randomToken()), createdAt: at }
  await db.kysely.insertInto('deviceGenerations').values(generation).execute()
  return family.id
}

async function buildRowsOfAge(keepMs: number, insert: (at: Date, name: string) => Promise<unknown>): Promise<void> {
  const [young, old] = around(keepMs)
  await insert(young, 'young')
  await insert(old, 'old')
}

test('one run throws away exactly what has been kept long enough', async () => {
  const dataDir = await makeScratchDir()
  const outbox = join(dataDir, 'outbox')
  await mkdir(outbox)
  const { kysely } = db
  await buildRowsOfAge(90 * DAY_MS, async (at, name) => {
    const deviceFamilyId = await buildFamily(at)
    const times = { createdAt: at, seenAt: at, rotatedAt: at, expiresAt: at }
    const session = { ...owner, tokenHash: sha256(name), strength: 'remembered' as const, address: '192.0.2.1' }
    await kysely
      .insertInto('sessions')
      .values({ ...session, ...times, userAgent: name, deviceFamilyId })
      .execute()
    const mail = { ...owner, toAddress: name, template: 'pause_ended', language: 'en' as const }
    await kysely
      .insertInto('mails')
      .values({ ...mail, createdAt: at, sentAt: at })
      .execute()
  })
  await buildRowsOfAge(0, async (at, name) => {
    const code = { resellerId, accountId, subject: sha256(name), purpose: 'reset' as const, email: name }
    await kysely
      .insertInto('mailCodes')
      .values({
        ...code,
        id: crypto.randomUUID(),
        codeHash: sha256(name),
        guessesLeft: 5,
        createdAt: at,
        expiresAt: at,
      })
      .execute()
    const challenge = { ...owner, challenge: name, purpose: 'login' as const, expiresAt: at }
    await kysely.insertInto('passkeyChallenges').values(challenge).execute()
    await kysely.insertInto('rateLimits').values({ key: name, points: 1, expire: at.getTime() }).execute()
  })
  await buildRowsOfAge(DAY_MS, async (at, name) => {
    for (const kind of ['captcha', 'ticket'] as const) {
      await kysely.insertInto('spentProofs').values({ kind, id: name, spentAt: at }).execute()
    }
  })
  await buildRowsOfAge(7 * DAY_MS, async (at, name) => {
    await writeFile(join(outbox, `${name}.eml`), '')
    await utimes(join(outbox, `${name}.eml`), at, at)
  })

  await run(dataDir)

  expect(await kysely.selectFrom('sessions').select('userAgent').execute()).toEqual([{ userAgent: 'young' }])
  expect(await kysely.selectFrom('deviceFamilies').select('id').execute()).toHaveLength(1)
  expect(await kysely.selectFrom('deviceGenerations').select('generation').execute()).toHaveLength(1)
  expect(await kysely.selectFrom('mails').select('toAddress').execute()).toEqual([{ toAddress: 'young' }])
  expect(await kysely.selectFrom('mailCodes').select('email').execute()).toEqual([{ email: 'young' }])
  expect(await kysely.selectFrom('passkeyChallenges').select('challenge').execute()).toEqual([{ challenge: 'young' }])
  expect(await kysely.selectFrom('rateLimits').select('key').execute()).toEqual([{ key: 'young' }])
  expect(await kysely.selectFrom('spentProofs').select(['kind', 'id']).orderBy('kind').execute()).toEqual([
    { kind: 'captcha', id: 'young' },
    { kind: 'ticket', id: 'young' },
  ])
  expect(await readdir(outbox)).toEqual(['young.eml'])
  expect(await kysely.selectFrom('accounts').select('id').execute()).toEqual([{ id: accountId }])
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ removed: { sessions: 1, spent_proofs: 2, outbox: 1 } })
})

test('more rows than one statement takes all go, and a missing outbox is no fault', async () => {
  await db.pool.query(
    `insert into spent_proofs (kind, id, spent_at) select 'captcha', 'many' || n, $1 from generate_series(1, 10001) n`,
    [ago(2 * DAY_MS)],
  )
  await run(join(await makeScratchDir(), 'nothing-here'))
  const left = await db.kysely.selectFrom('spentProofs').select('id').where('id', 'like', 'many%').execute()
  expect(left).toEqual([])
})

test('what gateways told us is kept two years', async () => {
  const merchant = {
    id: 'a'.repeat(12),
    provider: 'epay',
    name: 'x',
    appId: '1',
    gatewayUrl: 'https://pay.example',
  } as const
  const lists = { channels: ['wxpay'], devices: ['qr'] }
  await db.kysely
    .insertInto('merchants')
    .values({ ...merchant, ...lists, sealedSecret: Buffer.from('x'), createdAt: NOW })
    .execute()
  await buildRowsOfAge(2 * 365 * DAY_MS, (at, name) =>
    db.kysely
      .insertInto('notifyInbox')
      .values({ merchantId: merchant.id, notifyKey: name, body: '', receivedAt: at })
      .execute(),
  )
  await run(await makeScratchDir())
  expect(await db.kysely.selectFrom('notifyInbox').select('notifyKey').execute()).toEqual([{ notifyKey: 'young' }])
})
