import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { createDb, inTransaction, type Tx } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/errors.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { checkBooks } from '../../test/look/books.ts'
import { createTestDatabase } from '../../test/run/database.ts'
import { adjustBalance } from './adjust-balance.ts'
import { loadBalanceFen } from './load-balance.ts'
import { post, postLast, type Entry, type Leg } from './post.ts'
import { reverse } from './reverse.ts'
import { findUnclaimed, payOutUnclaimed } from './unclaimed.ts'

const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 24 })
const now = new Date('2026-01-31T04:00:00Z')
let account = 0
let other = 0
let keys = 0

beforeAll(async () => {
  await buildReseller(db, { id: 260 })
  account = (await buildAccount(db, { resellerId: 260 })).id
  other = (await buildAccount(db, { resellerId: 260 })).id
  return () => db.close()
})

afterEach(async () => {
  expect((await checkBooks(db)).problems).toEqual([])
})

const user = (amountFen: number, accountId = account): Leg => ({ kind: 'user', resellerId: 260, accountId, amountFen })
const outside = (amountFen: number): Leg => ({ kind: 'outside', resellerId: null, amountFen })
const platform = (amountFen: number): Leg => ({ kind: 'platform', resellerId: null, amountFen })
const reseller = (amountFen: number, mayOwe?: Leg['mayOwe']): Leg => ({
  kind: 'reseller',
  resellerId: 260,
  amountFen,
  ...(mayOwe ? { mayOwe } : {}),
})
const entry = (legs: Leg[], key = `test:${(keys += 1)}`): Entry => ({ key, kind: 'adjustment', resellerId: 260, legs })
const run = (value: Entry) => inTransaction(db, (tx) => post({ db: tx, now }, value))
const balance = (kind: 'user' | 'reseller' | 'receivable' | 'liability', accountId?: number) =>
  loadBalanceFen({ db }, { kind, resellerId: 260, ...(accountId ? { accountId } : {}) })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

test('M1: both the code and the database refuse legs that do not sum to 0', async () => {
  await expect(run(entry([user(5), outside(-4)]))).rejects.toThrow('Legs sum to 1 fen')
  const { transactionId } = await run(entry([user(5), outside(-5)]))
  await run(entry([platform(1), outside(-1)]))
  const platformId = (
    await db.kysely.selectFrom('ledgerAccounts').select('id').where('kind', '=', 'platform').executeTakeFirstOrThrow()
  ).id
  const forged = db.kysely
    .insertInto('ledgerPostings')
    .values({ transactionId, ledgerAccountId: platformId, amountFen: 9, balanceAfterFen: 9 })
    .execute()
  await expect(forged).rejects.toMatchObject({ constraint: 'ledger_postings_sum' })
})

test.each([
  'update ledger_postings set amount_fen = 1',
  'delete from ledger_postings',
  'truncate ledger_postings',
  'update ledger_transactions set memo = memo',
  'delete from ledger_transactions',
  'truncate ledger_transactions cascade',
])('M2: append-only refuses %s', async (text) => {
  await expect(db.pool.query(text)).rejects.toThrow('append-only')
})

test.each([0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])('refuses %d as an amount', async (amount) => {
  await expect(run(entry([user(amount), outside(-amount)]))).rejects.toThrow()
})

test('M4: a user cannot go below 0, and a refused post writes nothing and breaks nothing', async () => {
  const before = await balance('user', account)
  await inTransaction(db, async (tx) => {
    expect(await codeOf(post({ db: tx, now }, entry([user(-before - 1), outside(before + 1)])))).toBe('balance.short')
    await post({ db: tx, now }, entry([user(7), outside(-7)]))
  })
  expect(await balance('user', account)).toBe(before + 7)
})

test.each(['commission', 'commission_pending', 'hold', 'unclaimed', 'payout_hold', 'bulk_hold'] as const)(
  'M4: %s cannot go below 0',
  async (kind) => {
    const leg = {
      kind,
      resellerId: 260,
      ...(kind.endsWith('t_hold') || kind === 'bulk_hold' ? {} : { accountId: account }),
    }
    const code = await codeOf(run(entry([{ ...leg, amountFen: -1 }, outside(1)])))
    expect(code).toBe(kind === 'commission' ? 'commission.short' : 'balance.short')
  },
)

test('M5: the same key and input make one transaction; other input is refused', async () => {
  const before = await balance('user', account)
  const value = entry([user(100), outside(-100)])
  const first = await run(value)
  expect(await run(value)).toEqual({ transactionId: first.transactionId, repeated: true })
  expect(await codeOf(run({ ...value, legs: [user(101), outside(-101)] }))).toBe('request.key_reused')
  expect(await codeOf(run({ ...value, legs: [user(100, other), outside(-100)] }))).toBe('request.key_reused')
  expect(await balance('user', account)).toBe(before + 100)
})

test('M5: fifty concurrent posts with one key make one transaction', async () => {
  const before = await balance('user', account)
  const value = entry([user(100), outside(-100)])
  const answers = await Promise.all(Array.from({ length: 50 }, () => run(value)))
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1)
  expect(await balance('user', account)).toBe(before + 100)
})

test('M3, M4: two hundred concurrent payers spend one balance and not a fen more', async () => {
  const rich = (await buildAccount(db, { resellerId: 260 })).id
  await run(entry([user(1000, rich), outside(-1000)]))
  // Pay crosswise between two users, so that a wrong lock order would deadlock.
  const codes = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      codeOf(run(entry(i % 2 ? [user(-15, rich), user(15, other)] : [user(15, other), user(-15, rich)]))),
    ),
  )
  expect(codes.filter((code) => code === null)).toHaveLength(66)
  expect(new Set(codes)).toEqual(new Set([null, 'balance.short']))
  expect(await balance('user', rich)).toBe(10)
})

test('crossing posts wait for each other and do not deadlock', async () => {
  await run(entry([user(10_000), user(10_000, other), outside(-20_000)]))
  const crossing = Array.from({ length: 100 }, (_, i) =>
    i % 2 ? [user(-1), user(1, other)] : [user(1), user(-1, other)],
  )
  expect(new Set(await Promise.all(crossing.map((legs) => codeOf(run(entry(legs))))))).toEqual(new Set([null]))
})

test('M6: a reseller can owe only if the leg and its limit allow it, and income repays first', async () => {
  await run(entry([reseller(100), outside(-100)]))
  expect(await codeOf(run(entry([reseller(-150), platform(150)])))).toBe('reseller.short')
  expect(await codeOf(run(entry([reseller(-150, true), platform(150)])))).toBe('reseller.short')
  await db.kysely.updateTable('resellers').set({ creditLimitFen: 50 }).where('id', '=', 260).execute()
  await run(entry([reseller(-150, true), platform(150)]))
  expect([await balance('reseller'), await balance('receivable')]).toEqual([0, -50])
  expect(await codeOf(run(entry([reseller(-1, true), platform(1)])))).toBe('reseller.short')
  await run(entry([reseller(-25, 'beyond_limit'), platform(25)]))
  await run(entry([reseller(60), outside(-60)]))
  expect([await balance('reseller'), await balance('receivable')]).toEqual([0, -15])
  await run(entry([reseller(20), outside(-20)]))
  expect([await balance('reseller'), await balance('receivable')]).toEqual([5, 0])
})

test("M4, M6: fifty posts sent with their commit take a reseller's balance and credit and not a fen more", async () => {
  await buildReseller(db, { id: 261 })
  await db.kysely.updateTable('resellers').set({ creditLimitFen: 50 }).where('id', '=', 261).execute()
  const own = (amountFen: number): Leg => ({ kind: 'reseller', resellerId: 261, amountFen, mayOwe: true })
  const balanceOf = (kind: 'reseller' | 'receivable') => loadBalanceFen({ db }, { kind, resellerId: 261 })
  await run({ ...entry([own(100), outside(-100)]), resellerId: 261 })
  const before = await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })
  const take = () =>
    inTransaction(db, async (tx) => {
      postLast({ db: tx, now }, { ...entry([own(-15), platform(15)]), resellerId: 261 })
      return null
    })
  const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf(take())))
  expect(codes.filter((code) => code === null)).toHaveLength(10)
  expect(new Set(codes)).toEqual(new Set([null, 'reseller.short']))
  expect([await balanceOf('reseller'), await balanceOf('receivable')]).toEqual([0, -50])
  expect(await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })).toBe(before + 150)
})

test('a refused post at commit rolls the whole transaction back, and none is posted twice', async () => {
  const before = await balance('user', account)
  const short = inTransaction(db, async (tx) => {
    await post({ db: tx, now }, entry([user(7), outside(-7)]))
    postLast({ db: tx, now }, entry([user(-before - 8), outside(before + 8)]))
  })
  expect(await codeOf(short)).toBe('balance.short')
  expect(await balance('user', account)).toBe(before)
  const value = entry([user(1), outside(-1)])
  const last = () => inTransaction(db, async (tx) => postLast({ db: tx, now }, value))
  await last()
  await expect(last()).rejects.toThrow('is no new one')
  expect(await balance('user', account)).toBe(before + 1)
})

test('releases a liability up to its amount and gives the rest to the reseller', async () => {
  const before = await balance('reseller')
  await run(entry([user(30), { kind: 'liability', resellerId: 260, amountFen: -30 }]))
  await run(entry([user(-50), { kind: 'liability', resellerId: 260, amountFen: 50, upToOwed: true }]))
  expect([await balance('liability'), await balance('reseller')]).toEqual([0, before + 20])
})

test('a reversal undoes a transaction once', async () => {
  const before = [await balance('user', account), await balance('reseller')]
  const value = entry([user(-20), reseller(20)])
  await run(value)
  const undo = () =>
    inTransaction(db, (tx) => reverse({ db: tx, now }, { key: value.key, newKey: `${value.key}:back` }))
  await undo()
  expect((await undo()).repeated).toBe(true)
  expect([await balance('user', account), await balance('reseller')]).toEqual(before)
})

test('a reversal takes back what a reseller has spent already, as debt beyond its limit', async () => {
  await buildReseller(db, { id: 262 })
  const own = (amountFen: number): Leg => ({ kind: 'reseller', resellerId: 262, amountFen })
  const paid = { ...entry([own(20), outside(-20)]), resellerId: 262 }
  await run(paid)
  await run({ ...entry([own(-20), platform(20)]), resellerId: 262 })
  await inTransaction(db, (tx) => reverse({ db: tx, now }, { key: paid.key, newKey: `${paid.key}:back` }))
  expect(await loadBalanceFen({ db }, { kind: 'receivable', resellerId: 262 })).toBe(-20)
})

test('a correction is booked against the bank or against revenue, and its key counts for one reseller', async () => {
  await buildReseller(db, { id: 263 })
  const fen = (kind: 'outside' | 'platform') => loadBalanceFen({ db }, { kind, resellerId: null })
  const adjust = (resellerId: number, how: 'paid-in' | 'paid-out' | 'given' | 'taken', amountFen: number) => {
    const wish = { owner: { resellerId, accountId: null }, how, amountFen, reason: 'test', key: `one-key-${how}` }
    return adjustBalance({ db, now }, wish, 'operator:test')
  }
  const [bank, revenue] = [await fen('outside'), await fen('platform')]
  expect(await adjust(263, 'paid-in', 100)).toEqual({ balanceFen: 100, isRepeated: false })
  expect(await adjust(263, 'paid-out', 30)).toEqual({ balanceFen: 70, isRepeated: false })
  expect([await fen('outside'), await fen('platform')]).toEqual([bank - 70, revenue])
  expect(await adjust(263, 'given', 9)).toEqual({ balanceFen: 79, isRepeated: false })
  expect(await adjust(263, 'taken', 4)).toEqual({ balanceFen: 75, isRepeated: false })
  expect([await fen('outside'), await fen('platform')]).toEqual([bank - 70, revenue - 5])
  expect(await adjust(263, 'taken', 4)).toEqual({ balanceFen: 75, isRepeated: true })
  expect((await adjust(260, 'paid-in', 100)).isRepeated).toBe(false)
})

test('money for a deleted account waits as unclaimed, is told of, and can be given back once', async () => {
  await buildReseller(db, { id: 264 })
  const { id: accountId } = await buildAccount(db, { resellerId: 264 })
  await db.kysely.updateTable('accounts').set({ deletedAt: now }).where('id', '=', accountId).execute()
  const of = (kind: 'user' | 'commission', amountFen: number): Leg => ({ kind, resellerId: 264, accountId, amountFen })
  await run({ ...entry([of('user', 30), outside(-30)]), resellerId: 264 })
  await run({ ...entry([of('commission', 5), outside(-5)]), resellerId: 264 })
  await run({ ...entry([{ kind: 'liability', resellerId: 264, amountFen: -20 }, platform(20)]), resellerId: 264 })
  const alerts = await db.kysely
    .selectFrom('alerts')
    .select('kind')
    .where('subject', '=', `account:${accountId}`)
    .execute()
  expect(alerts).toEqual([{ kind: 'money.unclaimed' }])
  expect(await findUnclaimed({ db }, 264)).toMatchObject([{ accountId, balanceFen: 35 }])
  const giveBack = {
    resellerId: 264,
    accountId,
    amountFen: 35,
    by: 'reseller',
    reason: 'by hand',
    key: 'given-back',
  } as const
  expect(await payOutUnclaimed({ db, now }, giveBack, 'operator:test')).toEqual({ leftFen: 0, isRepeated: false })
  // The reseller's own merchant had taken the money: what it owed for it is released, and the rest is the reseller's.
  const left = (kind: 'liability' | 'reseller') => loadBalanceFen({ db }, { kind, resellerId: 264 })
  expect([await left('liability'), await left('reseller')]).toEqual([0, 15])
  expect(await findUnclaimed({ db }, 264)).toEqual([])
})

test('refuses a post to an account of another reseller', async () => {
  await buildReseller(db, { id: 65 })
  const foreign: Leg = { kind: 'user', resellerId: 65, accountId: account, amountFen: 1 }
  await expect(run(entry([foreign, outside(-1)]))).rejects.toThrow('foreign key')
})

test('a post finds its accounts among thousands by their keys', async () => {
  const readRows = async (tx: Tx) =>
    (
      await tx.query<{ rows: number }>({
        name: 'test.ledger_rows_read',
        text: `select seq_tup_read::integer as rows from pg_stat_xact_user_tables where relname = 'ledger_accounts'`,
        values: [],
      })
    )[0]?.rows ?? 0
  await expect(
    inTransaction(db, async (tx) => {
      // Balances without people, for this transaction alone.
      await sql`alter table ledger_accounts drop constraint ledger_accounts_reseller_id_account_id_fkey`.execute(
        tx.kysely,
      )
      await sql`insert into ledger_accounts (kind, reseller_id, account_id)
        select 'user', 260, 1000000 + n from generate_series(1, 3000) n`.execute(tx.kysely)
      await sql`analyze ledger_accounts`.execute(tx.kysely)
      const before = await readRows(tx)
      for (let times = 0; times < 10; times += 1) await post({ db: tx, now }, entry([user(5), outside(-5)]))
      expect((await readRows(tx)) - before).toBe(0)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
})

test('the check of the books finds a changed balance', async () => {
  await expect(
    inTransaction(db, async (tx) => {
      await tx.kysely
        .updateTable('ledgerAccounts')
        .set({ balanceFen: 1_000_000 })
        .where('kind', '=', 'user')
        .where('accountId', '=', other)
        .execute()
      const { problems } = await checkBooks(tx)
      expect(problems.map((line) => line.slice(0, 2))).toEqual(['M1', 'M3'])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
})
