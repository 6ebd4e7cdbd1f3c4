import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { createDb, inTransaction, type Tx } from '../../platform/db/db.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../../test/build/money-factories.ts'
import { openShop } from '../../test/build/shop.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { post } from '../ledger/post.ts'
import { bookChecks } from './book-checks.ts'
import { findProblems } from './check-books.ts'
import { checkFromMark, checkWhole } from './check-from-mark.ts'
import { newBookChecks } from './new-book-checks.ts'

const made = await makeApp()
const { db } = made
const shop = openShop(made)
const other = createDb({ url: db.pool.options.connectionString!, poolSize: 2 })
afterAll(() => other.close())
const RESELLER = 7401

await buildReseller(db, { id: RESELLER })
await fundReseller(db, RESELLER, 1_000_000)
const plan = await buildPackage(db, { resellerId: RESELLER, prices: { month: 3000 } })
const buyer = () => shop.buildBuyer({ resellerId: RESELLER })
const sell = async () => shop.purchase(await buyer(), plan)

const markOf = () => db.kysely.selectFrom('ledgerMarks').select(['checkedUntil', 'checkedCount']).executeTakeFirst()
const lastId = async () => (await db.pool.query('select max(id) as id from ledger_transactions')).rows[0].id as number
const countAll = async () => (await db.pool.query('select count(*) as n from ledger_transactions')).rows[0].n as number

/** Checks until all transactions lie behind the mark: other users of this server may have open ones. */
async function settleMark(): Promise<void> {
  const checkAgain = async () => {
    expect((await checkFromMark(db)).problems).toEqual([])
    return (await markOf())?.checkedUntil
  }
  await expect.poll(checkAgain).toBe(await lastId())
}

beforeEach(async () => {
  await db.pool.query('delete from ledger_marks')
})

test('checks the whole ledger until it is known to be complete, then only what is new', async () => {
  await sell()
  const first = await checkFromMark(db)
  expect(first).toEqual({ problems: [], transactions: await countAll(), isWhole: true })
  expect(await markOf()).toEqual({ checkedUntil: null, checkedCount: 0 })
  expect((await checkFromMark(db)).isWhole).toBe(true)
  await settleMark()
  await sell()
  const next = await checkFromMark(db)
  expect(next).toEqual({ problems: [], transactions: await countAll(), isWhole: false })
  await settleMark()
  expect((await markOf())?.checkedCount).toBe(await countAll())
})

test('a whole check finds a fault behind the mark and reports it until a whole check is clean', async () => {
  await sell()
  await settleMark()
  const change = (by: number) =>
    db.pool.query(`update ledger_accounts set balance_fen = balance_fen + $1 where kind = 'platform' and stripe = 15`, [
      by,
    ])
  // No later transaction touches this account.
  await db.pool.query(`insert into ledger_accounts (kind, stripe) values ('platform', 15) on conflict do nothing`)
  await change(7)
  expect(await checkFromMark(db)).toMatchObject({ problems: [], isWhole: false })
  expect((await checkWhole(db)).problems.join()).toContain('platform#15')
  expect(await checkFromMark(db)).toMatchObject({ problems: [expect.anything(), expect.anything()], isWhole: true })
  await change(-7)
  expect(await checkFromMark(db)).toMatchObject({ problems: [], isWhole: true })
  await settleMark()
})

test('the check of new transactions finds a fault after the mark', async () => {
  await settleMark()
  await sell()
  const change = (by: number) =>
    db.pool.query(`update ledger_accounts set balance_fen = balance_fen + $1 where code = 'reseller:${RESELLER}'`, [by])
  await change(7)
  const { problems, isWhole } = await checkFromMark(db)
  expect([problems.join(), isWhole]).toEqual([expect.stringContaining(`reseller:${RESELLER}`), false])
  expect(await markOf()).toBeUndefined()
  await change(-7)
})

test('does not miss a transaction that commits after later ones and after two checks', async () => {
  await settleMark()
  const [giver, account] = [(await buyer()).account, (await buyer()).account]
  await fund(db, giver, 50)
  const own = `user:${RESELLER}:${account.id}`
  await inTransaction(other, async (tx) => {
    const legs = [
      { kind: 'user' as const, resellerId: RESELLER, accountId: giver.id, amountFen: -50 },
      { kind: 'user' as const, resellerId: RESELLER, accountId: account.id, amountFen: 50 },
    ]
    const ctx = { db: tx, now: clock.now() }
    const { transactionId } = await post(ctx, { key: `late:${account.id}`, kind: 'topup', resellerId: RESELLER, legs })
    for (let turn = 0; turn < 3; turn += 1) {
      // These rows are not locked by the open transaction.
      await fund(db, (await buyer()).account, 3000 + turn)
      expect(await checkFromMark(db)).toMatchObject({ problems: [], isWhole: false })
    }
    expect((await markOf())!.checkedUntil!).toBeLessThan(transactionId)
    await tx.query({
      name: 'late',
      text: `update ledger_accounts set balance_fen = balance_fen + 1 where code = '${own}'`,
    })
  })
  const { problems, isWhole } = await checkFromMark(db)
  expect([problems.join(), isWhole]).toEqual([expect.stringContaining(own), false])
  await db.pool.query(`update ledger_accounts set balance_fen = balance_fen - 1 where code = $1`, [own])
  await settleMark()
})

const SALE = `(select max(id) from ledger_transactions where kind = 'sale')`
const ORDER = `(select substring(key from ':([0-9a-f-]{36})')::uuid from ledger_transactions where id = ${SALE})`
/** Faults planted after the mark, by the invariant they break. */
const FAULTS: [string, string, string][] = [
  [
    'M1',
    'legs that do not sum to 0',
    `update ledger_postings set amount_fen = amount_fen + 1 where transaction_id = ${SALE} and amount_fen > 0`,
  ],
  [
    'M3',
    'another balance than its postings',
    `update ledger_accounts set balance_fen = balance_fen + 1 where code = 'reseller:${RESELLER}'`,
  ],
  [
    'M3',
    'a gap in a running balance',
    `update ledger_postings set balance_after_fen = balance_after_fen + 1 where transaction_id = ${SALE}`,
  ],
  [
    'M7',
    'another split than the order says',
    `update orders set wholesale_fen = wholesale_fen - 1 where id = ${ORDER}`,
  ],
  ['M7', 'a sale of no order', `update ledger_transactions set key = 'order:x:sale' where id = ${SALE}`],
  [
    'M8',
    'a refund that the order does not know',
    `update ledger_transactions set kind = 'refund', memo = memo || '{"refundFen": 5}' where id = ${SALE}`,
  ],
  [
    'M15',
    'a payment that is not there',
    `update ledger_transactions set key = 'payment:' || gen_random_uuid() || ':pay' where id = ${SALE}`,
  ],
  [
    'M21',
    'a card that was not redeemed',
    `update ledger_transactions set kind = 'card_redeem', key = 'card:1:redeem' where id = ${SALE}`,
  ],
  [
    'M24',
    'commission that nobody waits for',
    `update ledger_accounts set kind = 'commission_pending' where id = (
    select a.id from ledger_accounts a join ledger_postings p on p.ledger_account_id = a.id and a.kind = 'user'
    join ledger_transactions t on t.id = p.transaction_id and t.kind <> 'sale' order by t.id desc limit 1)`,
  ],
  [
    'M29',
    'a gift that was not given',
    `update ledger_transactions set kind = 'gift', key = 'gift:1' where id = ${SALE}`,
  ],
  ['M32', 'a withdrawal that was not paid', `update ledger_transactions set kind = 'withdraw_paid' where id = ${SALE}`],
  ['M33', 'a payout that was not settled', `update ledger_transactions set kind = 'payout_paid' where id = ${SALE}`],
]

test.each(FAULTS)('%s: both checks find %s', async (invariant, _name, fault) => {
  const [before, at] = [await lastId(), clock.now()]
  await sell()
  await fund(db, (await buyer()).account, 100)
  const look = (tx: Tx, checks: typeof bookChecks) =>
    findProblems(tx, checks).then((found) => new Set(found.map((problem) => problem.split(':')[0])))
  const UNDO = new Error('undone')
  const tried = inTransaction(db, async (tx) => {
    expect(await look(tx, newBookChecks({ id: before, at }))).toEqual(new Set())
    // Disable the triggers that prevent exactly this.
    for (const table of ['ledger_postings', 'ledger_transactions'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx.kysely)
    await sql.raw(fault).execute(tx.kysely)
    expect(await look(tx, newBookChecks({ id: before, at }))).toContain(invariant)
    expect(await look(tx, bookChecks)).toContain(invariant)
    throw UNDO
  })
  await expect(tried).rejects.toBe(UNDO)
})
