import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { limits } from '../../../contract/limits.ts'
import type { RoleName } from '../../../contract/role-names.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../../test/build/money-factories.ts'
import { openShop } from '../../test/build/shop.ts'
import { checkBooks, checkBooksAfterEach } from '../../test/look/books.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { mailsOf } from '../../test/outside/mails-of.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { changeOwner } from '../resellers/agency.ts'
import { loadMaskedPayee, setPayee } from '../resellers/payee-account.ts'
import { askPayout } from './ask-payout.ts'
import { loadPayable } from './load-payable.ts'
import { findPayouts, settlePayout, showPayoutPayee } from './settle-payout.ts'

const testApp = await makeApp()
const { db, config } = testApp
const { buildBuyer, purchase } = openShop(testApp)
checkBooksAfterEach(db)
const ACTOR = 'staff:3'
const PAYEE = { method: 'alipay', account: 'boss@example.com', name: '王小明' } as const
const ctx = () => ({ db, now: clock.now(), config })
let nextReseller = 6000

beforeEach(() => clock.reset())

/** A reseller with an owner, ¥500 payable and an account past its waiting time. */
async function buildPaid({ fen = 50_000 }: { fen?: number } = {}) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const owner = await buildAccount(db, { email: `boss-${resellerId}@example.com` })
  const own = { ownerResellerId: 0, ownerAccountId: owner.id }
  await db.kysely.updateTable('resellers').set(own).where('id', '=', resellerId).execute()
  if (fen > 0) await fundReseller(db, resellerId, fen)
  clock.shift(limits.payoutTopUpMs)
  await setPayee(ctx(), resellerId, PAYEE, ACTOR)
  clock.shift(limits.payeeRestMs)
  const ask = (amountFen: number) => askPayout(ctx(), { resellerId, amountFen }, ACTOR)
  const fenOf = (kind: 'reseller' | 'payout_hold') => loadBalanceFen({ db }, { kind, resellerId })
  return { resellerId, owner, ask, fenOf }
}

test('is asked for, held and paid; asked for again, rejected and returned', async () => {
  const { resellerId, owner, ask, fenOf } = await buildPaid()
  const { payoutId } = await ask(30_000)
  expect([await fenOf('reseller'), await fenOf('payout_hold')]).toEqual([20_000, 30_000])
  const outside = await loadBalanceFen({ db }, { kind: 'outside', resellerId: null })
  await settlePayout(ctx(), { resellerId, payoutId }, { state: 'paid' }, ACTOR)
  expect((await loadBalanceFen({ db }, { kind: 'outside', resellerId: null })) - outside).toBe(30_000)
  const second = await ask(10_000)
  const name = { resellerId, payoutId: second.payoutId }
  await settlePayout(ctx(), name, { state: 'rejected', reason: '姓名不符' }, ACTOR)
  expect([await fenOf('reseller'), await fenOf('payout_hold')]).toEqual([20_000, 0])
  expect((await mailsOf(db, owner)).map(({ template }) => template)).toEqual(['payout_paid', 'payout_refused'])
  expect(await findPayouts({ db }, { resellerId, isOpen: false, limit: 9 })).toMatchObject([
    { state: 'rejected', reason: '姓名不符' },
    { state: 'paid', settledBy: ACTOR },
  ])
})

test('also tells the staff members concerned, each address once', async () => {
  const { resellerId, ask } = await buildPaid()
  const member = (role: RoleName, email: string) => buildStaff(testApp, { resellerId, role, email })
  await member('owner', `Boss-${resellerId}@example.com`)
  const second = await member('owner', `second-${resellerId}@example.com`)
  await member('finance', `money-${resellerId}@example.com`)
  await member('support', `support-${resellerId}@example.com`)
  await buildStaff(testApp, { resellerId })
  const unproven = await member('owner', `unproven-${resellerId}@example.com`)
  await db.kysely.updateTable('staff').set({ emailVerifiedAt: null }).where('id', '=', unproven.staffId).execute()
  const { payoutId } = await ask(30_000)
  await settlePayout(ctx(), { resellerId, payoutId }, { state: 'paid' }, ACTOR)
  const mails = await db.kysely
    .selectFrom('mails')
    .select(['toAddress', 'params'])
    .where('template', '=', 'payout_paid')
    .where('toAddress', 'ilike', `%-${resellerId}@example.com`)
    .execute()
  expect(mails.map(({ toAddress }) => toAddress.split('-')[0]).sort()).toEqual(['boss', 'money', 'second'])
  expect(mails.find(({ toAddress }) => toAddress.startsWith('second'))?.params).toMatchObject({ user: second.name })
})

test('payable leaves out recent margin, top-ups through the own merchant and withdrawals that may not have arrived', async () => {
  const { resellerId, ask } = await buildPaid()
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1000 } } })
  const buyer = await buildBuyer({ resellerId })
  await purchase(buyer, plan)
  await fund(db, buyer.account, 700, 'own')
  expect(await loadPayable(ctx(), resellerId)).toEqual({
    payableFen: 49_300,
    balanceFen: 52_000,
    lossFen: 0,
    marginFen: 2000,
    topUpsFen: 0,
    liabilityFen: 700,
    withdrawalsFen: 0,
  })
  await expect(ask(49_301)).rejects.toThrow('payout.too_much')
  const paid = { resellerId, accountId: buyer.account.id, amountFen: 400, method: 'bank' as const }
  const row = { id: randomUUID(), state: 'paid' as const, paidBy: 'reseller' as const, sealedAccount: Buffer.alloc(1) }
  await db.kysely
    .insertInto('withdrawals')
    .values({ ...paid, ...row, createdAt: clock.now(), settledAt: clock.now() })
    .execute()
  expect(await loadPayable(ctx(), resellerId)).toMatchObject({ payableFen: 48_900, withdrawalsFen: 400 })
  clock.shift(limits.payoutMarginMs)
  expect(await loadPayable(ctx(), resellerId)).toMatchObject({ payableFen: 50_900, marginFen: 0 })
  clock.shift(limits.withdrawMissedMs)
  expect(await loadPayable(ctx(), resellerId)).toMatchObject({ payableFen: 51_300, withdrawalsFen: 0 })
  await db.kysely.deleteFrom('withdrawals').where('id', '=', row.id).execute()
})

test('a top-up can be paid out after seven days; earlier money at once', async () => {
  const { resellerId, ask } = await buildPaid({ fen: 20_000 })
  await fundReseller(db, resellerId, 30_000)
  expect(await loadPayable(ctx(), resellerId)).toMatchObject({
    payableFen: 20_000,
    balanceFen: 50_000,
    topUpsFen: 30_000,
  })
  await expect(ask(20_001)).rejects.toThrow('payout.too_much')
  clock.shift(limits.payoutTopUpMs - 60_000)
  await expect(ask(20_001)).rejects.toThrow('payout.too_much')
  clock.shift(60_000)
  expect(await loadPayable(ctx(), resellerId)).toMatchObject({ payableFen: 50_000, topUpsFen: 0 })
  expect(await ask(50_000)).toMatchObject({ amountFen: 50_000 })
})

test('refuses below ¥100, without an account, to a new account, and while suspended', async () => {
  const { resellerId, ask } = await buildPaid()
  const before = await dumpEveryRow(db)
  await expect(ask(limits.payoutMinFen - 1)).rejects.toThrow('request.invalid')
  expect(await dumpEveryRow(db)).toBe(before)
  await setPayee(ctx(), resellerId, { ...PAYEE, account: 'thief@example.com' }, 'staff:9')
  clock.shift(limits.payeeRestMs - 60_000)
  await expect(ask(10_000)).rejects.toThrow('payout.account_fresh')
  clock.shift(60_000)
  await buildReseller(db, { id: resellerId, suspendedAt: clock.now() })
  await expect(ask(10_000)).rejects.toThrow('reseller.suspended')
  const { id } = await buildReseller(db, { id: (nextReseller += 1) })
  await fundReseller(db, id, 20_000)
  await expect(askPayout(ctx(), { resellerId: id, amountFen: 10_000 }, ACTOR)).rejects.toThrow('payout.no_account')
})

test('one open payout at a time and one verdict, however many try', async () => {
  const { resellerId, ask, fenOf } = await buildPaid()
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => ask(10_000)))
  const won = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect([won.length, await fenOf('payout_hold')]).toEqual([1, 10_000])
  await expect(ask(10_000)).rejects.toThrow('payout.open')
  const name = { resellerId, payoutId: won[0]!.payoutId }
  await expect(settlePayout(ctx(), { ...name, resellerId: 0 }, { state: 'paid' }, ACTOR)).rejects.toThrow(
    'object.unknown',
  )
  const verdicts = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      settlePayout(ctx(), name, index % 2 ? { state: 'paid' } : { state: 'rejected', reason: 'no' }, ACTOR),
    ),
  )
  expect(verdicts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await fenOf('payout_hold')).toBe(0)
  await expect(settlePayout(ctx(), name, { state: 'paid' }, ACTOR)).rejects.toThrow('payout.settled')
})

test('can only be rejected if the account or the owner changed since it was asked for', async () => {
  const { resellerId, ask, fenOf } = await buildPaid()
  const { payoutId } = await ask(10_000)
  clock.shift(1000)
  await inTransaction(db, (tx) => changeOwner({ db: tx, now: clock.now() }, resellerId, null, ACTOR))
  expect(await loadMaskedPayee(ctx(), resellerId)).toBeNull()
  const name = { resellerId, payoutId }
  await expect(settlePayout(ctx(), name, { state: 'paid' }, ACTOR)).rejects.toThrow('payout.account_changed')
  expect(await fenOf('payout_hold')).toBe(10_000)
  await settlePayout(ctx(), name, { state: 'rejected', reason: 'new owner' }, ACTOR)
  expect(await fenOf('reseller')).toBe(50_000)
})

test('the account is sealed, masked for the own staff, shown to the person who decides, and each look is logged', async () => {
  const { resellerId, ask } = await buildPaid()
  const { payoutId } = await ask(10_000)
  expect(await loadMaskedPayee(ctx(), resellerId)).toMatchObject({ accountMasked: 'b***m', nameMasked: '王***明' })
  expect(await dumpEveryRow(db)).not.toContain(PAYEE.account)
  expect(await showPayoutPayee(ctx(), { resellerId, payoutId }, ACTOR)).toEqual(PAYEE)
  const looks = db.kysely.selectFrom('auditLog').select('actor').where('action', '=', 'payout.payee_shown')
  expect(await looks.where('resellerId', '=', resellerId).execute()).toEqual([{ actor: ACTOR }])
})

test('M33: the books check finds a hold that is not the sum of the open payouts', async () => {
  const { resellerId, ask } = await buildPaid()
  const { payoutId } = await ask(10_000)
  const amount = (fen: number) => db.pool.query('update payouts set amount_fen = $2 where id = $1', [payoutId, fen])
  await amount(10_001)
  const { problems } = await checkBooks(db)
  await amount(10_000)
  expect(problems).toEqual([`M33: payout_hold:${resellerId} is not the sum of the open payouts`])
})

test('asking for the next while the last is settled makes neither fail', async () => {
  const { resellerId, ask } = await buildPaid()
  const { payoutId } = await ask(30_000)
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const client = await db.pool.connect()
  await client.query('begin')
  // As the second request has it when it comes first: the account is locked, and its row is not written yet.
  await client.query('select from payee_accounts where reseller_id = $1 for update', [resellerId])
  const settled = settlePayout(ctx(), { resellerId, payoutId }, { state: 'paid' }, ACTOR)
  await waitUntil(async () => (await db.pool.query(waiting)).rows.length > 0, 'the settling to wait')
  const again = `insert into payouts (id, reseller_id, amount_fen, method, sealed_account, asked_by, created_at)
    select gen_random_uuid(), reseller_id, amount_fen, method, sealed_account, asked_by, created_at from payouts where id = $1
    on conflict do nothing returning id`
  expect((await client.query(again, [payoutId])).rows).toEqual([])
  await client.query('rollback')
  client.release()
  expect(await settled).toEqual({ amountFen: 30_000 })
})
