import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { fundCommission } from '../../../test/attack/commission-races.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff, buildStaffSession, staffCalls } from '../../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { fundReseller } from '../../../test/build/money-factories.ts'
import { restPayees } from '../../../test/build/rest-payees.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp, type TestApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { askPayout } from '../../payouts/ask-payout.ts'
import { setPayee } from '../../resellers/payee-account.ts'

const plain = await makeApp()
const strict = await makeApp({ FOUR_EYES: 'on' })
checkBooksAfterEach(plain.db)
checkBooksAfterEach(strict.db)
const { payouts } = consoleApi
const PAYEE = { method: 'alipay', account: 'boss@example.com', name: '王小明' } as const
let nextReseller = 6850

beforeEach(() => clock.reset())

/** A reseller whose member `askedBy` asked for ¥100, and a user who asked for ¥30. */
async function buildAsked({ db, config, call }: TestApp, askedBy = 'staff:0') {
  const resellerId = (nextReseller += 1)
  const ctx = () => ({ db, now: clock.now(), config })
  await buildReseller(db, { id: resellerId, title: 'Crane' })
  await fundReseller(db, resellerId, 50_000)
  await setPayee(ctx(), resellerId, PAYEE, 'staff:0')
  clock.shift(limits.payoutTopUpMs)
  const { payoutId } = await askPayout(ctx(), { resellerId, amountFen: 10_000 }, askedBy)
  clock.shift(1000)
  const account = await buildAccount(db, { resellerId })
  await fundCommission(db, account, 3000)
  const wish = { amountFen: 3000, key: randomUUID(), ...PAYEE }
  const token = await buildSession(db, account)
  const { withdrawalId } = (await call(api.invites.withdraw, wish, { token })).data
  const payout = { kind: 'payout', resellerId, id: payoutId } as const
  const withdrawal = { kind: 'withdrawal', resellerId, id: withdrawalId } as const
  const fenOf = (kind: 'payout_hold' | 'reseller') => loadBalanceFen({ db }, { kind, resellerId })
  return { resellerId, account, payout, withdrawal, fenOf }
}
const owner = (app: TestApp) => buildStaff(app, { resellerId: null })

describe('without four eyes', () => {
  test('one list, the oldest first, without accounts to pay to; each look at an account is audited', async () => {
    const { resellerId, account, payout, withdrawal } = await buildAsked(plain)
    const { call: ask } = await owner(plain)
    const listed = await ask(payouts.list, { search: String(resellerId), state: 'open' })
    expect(listed.data.rows).toMatchObject([
      { ...payout, title: 'Crane', amountFen: 10_000, userName: null, mayPay: true, mayApprove: false },
      { ...withdrawal, userName: account.userName, payFen: 3000, mayPay: true, mayApprove: false },
    ])
    expect(listed.text).not.toContain(PAYEE.account)
    expect((await ask(payouts.list, { search: account.userName })).data.rows).toHaveLength(1)
    for (const name of [payout, withdrawal]) expect((await ask(payouts.showPayee, name)).data).toEqual(PAYEE)
    const looks = plain.db.kysely.selectFrom('auditLog').select('action').where('resellerId', '=', resellerId)
    const actions = (await looks.where('action', 'like', '%payee_shown').orderBy('id').execute()).map(
      (row) => row.action,
    )
    expect(actions).toEqual(['payout.payee_shown', 'withdrawal.payee_shown'])
  })

  test('each is settled once, one way, and rejected money goes back', async () => {
    const { payout, withdrawal, fenOf } = await buildAsked(plain)
    const { call: ask } = await owner(plain)
    expect((await ask(payouts.approve, payout)).code).toBe('approval.off')
    const all = await Promise.all(Array.from({ length: 6 }, () => ask(payouts.pay, payout)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ code }) => code === 'payout.settled')).toHaveLength(5)
    expect([await fenOf('payout_hold'), await fenOf('reseller')]).toEqual([0, 40_000])
    expect((await ask(payouts.reject, { ...withdrawal, reason: '账号有误' })).data).toEqual({ amountFen: 3000 })
    expect((await ask(payouts.pay, withdrawal)).code).toBe('withdrawal.settled')
  })

  test("the 30 days in which money came in are the business's, also while it is still yesterday in UTC", async () => {
    const { resellerId, payout } = await buildAsked(plain)
    await plain.db.kysely
      .insertInto('ledgerDays')
      .values([
        { resellerId, day: '2027-01-30' as never, kind: 'reseller', entry: 'sale', amountFen: 1 },
        { resellerId, day: '2027-01-31' as never, kind: 'reseller', entry: 'sale', amountFen: 20 },
      ])
      .execute()
    for (const hour of ['00:30', '09:00', '23:30']) {
      clock.shift(Date.parse(`2027-03-01T${hour}:00+08:00`) - clock.now().getTime())
      const { call: ask } = await owner(plain)
      const { data } = await ask(payouts.list, { search: String(resellerId), kind: 'payout' })
      const origins = expect.arrayContaining([{ source: 'sales', amountFen: 20 }])
      expect(data.rows, hour).toMatchObject([{ id: payout.id, origins }])
    }
    // They have no entries behind them, which the check of the books would find.
    await plain.db.kysely.deleteFrom('ledgerDays').where('resellerId', '=', resellerId).execute()
  })

  test('a wrong id, kind or reseller finds nothing, and staff with half the permissions decide half the rows', async () => {
    const { payout, withdrawal } = await buildAsked(plain)
    const { call: ask } = await owner(plain)
    for (const call of [payouts.pay, payouts.showPayee] as const) {
      expect((await ask(call, { ...payout, resellerId: 0 })).code).toBe('object.unknown')
      expect((await ask(call, { ...payout, kind: 'withdrawal' })).code).toBe('object.unknown')
      expect((await ask(call, { ...withdrawal, id: randomUUID() })).code).toBe('object.unknown')
    }
    const { call: half } = await buildStaff(plain, { resellerId: null, permissions: ['payouts.decide'] })
    expect((await half(payouts.pay, withdrawal)).code).toBe('staff.forbidden')
    expect((await half(payouts.list, { kind: 'withdrawal' })).data.rows.every(({ kind }) => kind === 'payout')).toBe(
      true,
    )
    expect((await half(payouts.pay, payout)).status).toBe(200)
  })
})

describe('with four eyes', () => {
  test('one releases and another pays; neither the asker nor the releaser may pay', async () => {
    const asker = await owner(strict)
    const { payout, fenOf } = await buildAsked(strict, `staff:${asker.staffId}`)
    // Days have passed, so the earlier session is over.
    const one = { ...asker, ...staffCalls(strict.app, await buildStaffSession(strict.db, asker.staffId)) }
    const [two, three] = [await owner(strict), await owner(strict)]
    expect((await two.call(payouts.pay, payout)).code).toBe('approval.missing')
    expect((await one.call(payouts.approve, payout)).code).toBe('approval.same')
    expect((await two.call(payouts.approve, payout)).data).toEqual({ amountFen: 10_000 })
    expect((await three.call(payouts.approve, payout)).code).toBe('approval.done')
    for (const hand of [one, two]) expect((await hand.call(payouts.pay, payout)).code).toBe('approval.same')
    expect(await fenOf('payout_hold')).toBe(10_000)
    const rows = async (of: typeof one) =>
      (await of.call(payouts.list, { search: String(payout.resellerId) })).data.rows
    expect((await rows(two))[0]).toMatchObject({ approvedBy: two.name, mayPay: false, mayApprove: false })
    expect((await rows(three))[0]).toMatchObject({ mayPay: true })
    expect((await three.call(payouts.pay, payout)).status).toBe(200)
    expect(await fenOf('payout_hold')).toBe(0)
    expect((await rows(one))[0]).toMatchObject({ state: 'paid', settledBy: three.name })
  })

  test('the same holds for withdrawals at every entrance; rejecting needs only one person', async () => {
    const { resellerId, withdrawal, payout } = await buildAsked(strict)
    const [one, two] = [await owner(strict), await owner(strict)]
    const inside = { withdrawalId: withdrawal.id }
    const byOffice = (of: typeof one) => of.call(consoleApi.withdrawals.pay, inside, { reseller: resellerId })
    expect((await byOffice(one)).code).toBe('approval.missing')
    expect((await one.call(payouts.approve, withdrawal)).status).toBe(200)
    expect((await byOffice(one)).code).toBe('approval.same')
    expect((await byOffice(two)).code).toBe('withdrawal.account_fresh')
    await restPayees(strict.db)
    expect((await byOffice(two)).status).toBe(200)
    expect((await one.call(payouts.reject, { ...payout, reason: 'no' })).status).toBe(200)
  })

  test('the database itself refuses a payout released and paid by one person', async () => {
    const { payout } = await buildAsked(strict)
    const { call: ask, staffId } = await owner(strict)
    await ask(payouts.approve, payout)
    const forged = strict.db.pool.query(
      `update payouts set state = 'paid', settled_at = now(), settled_by = 'staff:${staffId}' where id = $1`,
      [payout.id],
    )
    await expect(forged).rejects.toThrow(/payouts_four_eyes/)
  })

  test('a reseller that pays its own users needs nobody from the platform', async () => {
    const { resellerId, withdrawal } = await buildAsked(strict)
    const { call: ask } = await buildStaff(strict, { resellerId })
    await restPayees(strict.db)
    expect((await ask(consoleApi.withdrawals.pay, { withdrawalId: withdrawal.id })).status).toBe(200)
  })
})
