import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildCoupon, buildPackage, fund, fundReseller } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { confirmCommissions } from '../invites/commissions.ts'
import type { LedgerKind } from '../ledger/ledger-kinds.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { refundOrder } from './refund-order.ts'

const { call, db, config } = await makeApp({ PUBLIC_URL: 'https://portal.example' })
checkBooksAfterEach(db)
const log = createLog('silent')
let resellers = 3000

beforeEach(() => clock.reset())

const ctxNow = () => ({ db, now: clock.now(), config, log, isLastAttempt: false })

/** An inviter, an invited user with money to spend, and a plan of ¥30 that costs the reseller ¥18. */
async function buildPair() {
  const { id: resellerId } = await buildReseller(db, { id: (resellers += 1) })
  const inviter = await buildAccount(db, { resellerId })
  const buyer = await buildAccount(db, { resellerId })
  await db.kysely.updateTable('accounts').set({ inviterId: inviter.id }).where('id', '=', buyer.id).execute()
  await fund(db, buyer, 10_000)
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1800 } } })
  return { resellerId, inviter, buyer, plan }
}
type Pair = Awaited<ReturnType<typeof buildPair>>

async function purchase({ buyer, plan }: Pair, coupon?: string): Promise<string> {
  const token = await buildSession(db, buyer)
  const wish = { action: 'new', packageId: plan.wireId, period: 'month', ...(coupon ? { coupon } : {}) } as const
  const quoted = await call(api.packages.quote, wish, { token })
  expect(quoted.status, quoted.text).toBe(200)
  const { quoteId } = quoted.data
  const bought = await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })
  expect(bought.status, bought.text).toBe(200)
  return bought.data.orderId
}
const summary = async ({ inviter }: Pair) => {
  const token = await buildSession(db, inviter)
  return (await call(api.invites.summary, {}, { token })).data
}
const toBalance = async ({ inviter }: Pair, amountFen: number, key: string = randomUUID()) =>
  call(api.invites.toBalance, { amountFen, key }, { token: await buildSession(db, inviter) })
const refund = ({ resellerId }: Pair, orderId: string, amountFen: number) =>
  refundOrder(ctxNow(), { resellerId, orderId, amountFen, key: randomUUID(), operator: 'operator:test' })
const fenOf = ({ resellerId, inviter }: Pair, kind: LedgerKind) =>
  kind === 'reseller' || kind === 'receivable'
    ? loadBalanceFen({ db }, { kind, resellerId })
    : loadBalanceFen({ db }, { kind, resellerId, accountId: inviter.id })
const stateOf = async (orderId: string) =>
  db.kysely.selectFrom('commissions').select(['state', 'amountFen']).where('orderId', '=', orderId).executeTakeFirst()

describe('earning', () => {
  test('ten percent of the price paid is pending, and usable after three days', async () => {
    const pair = await buildPair()
    await purchase(pair)
    expect(await summary(pair)).toMatchObject({ percent: 10, pendingFen: 300, confirmedFen: 0, usedFen: 0 })
    expect(await fenOf(pair, 'reseller')).toBe(900)
    expect((await toBalance(pair, 1)).code).toBe('commission.short')
    clock.shift(3 * DAY_MS - 60_000)
    await confirmCommissions(ctxNow())
    expect(await summary(pair)).toMatchObject({ pendingFen: 300, confirmedFen: 0 })
    clock.shift(60_000)
    await Promise.all([confirmCommissions(ctxNow()), confirmCommissions(ctxNow())])
    await confirmCommissions(ctxNow())
    expect(await summary(pair)).toMatchObject({ pendingFen: 0, confirmedFen: 300, usedFen: 0, invitedCount: 1 })
  })

  test('a coupon lowers it with the price; each reseller sets its own percentage', async () => {
    const pair = await buildPair()
    await db.kysely.updateTable('resellers').set({ commissionPercent: 25 }).where('id', '=', pair.resellerId).execute()
    const { code } = await buildCoupon(db, { resellerId: pair.resellerId, amountFen: 1000 })
    await purchase(pair, code)
    expect(await fenOf(pair, 'commission_pending')).toBe(200)
  })

  test('never exceeds what the reseller earns', async () => {
    const pair = await buildPair()
    await db.kysely.updateTable('resellers').set({ commissionPercent: 100 }).where('id', '=', pair.resellerId).execute()
    await purchase(pair)
    expect([await fenOf(pair, 'commission_pending'), await fenOf(pair, 'reseller')]).toEqual([1200, 0])
  })

  test('an inviter who deleted the account gets nothing', async () => {
    const pair = await buildPair()
    await db.kysely.updateTable('accounts').set({ deletedAt: new Date() }).where('id', '=', pair.inviter.id).execute()
    await purchase(pair)
    expect([await fenOf(pair, 'commission_pending'), await fenOf(pair, 'reseller')]).toEqual([0, 1200])
  })

  test('nobody can invite themselves, and no circle can be made', async () => {
    const { inviter, buyer } = await buildPair()
    const set = (id: number, inviterId: number) =>
      db.kysely.updateTable('accounts').set({ inviterId }).where('id', '=', id).execute()
    await expect(set(inviter.id, inviter.id)).rejects.toThrow('check constraint')
    await expect(set(inviter.id, buyer.id)).rejects.toMatchObject({ constraint: 'accounts_inviter_is_older' })
  })
})

describe('a refund', () => {
  test('before the three days voids it', async () => {
    const pair = await buildPair()
    const orderId = await purchase(pair)
    await refund(pair, orderId, 3000)
    expect(await stateOf(orderId)).toEqual({ state: 'void', amountFen: 0 })
    expect(await summary(pair)).toMatchObject({ pendingFen: 0, confirmedFen: 0 })
    clock.shift(4 * DAY_MS)
    await confirmCommissions(ctxNow())
    expect(await fenOf(pair, 'commission')).toBe(0)
  })

  test('of a part takes the same part of the commission', async () => {
    const pair = await buildPair()
    const orderId = await purchase(pair)
    await refund(pair, orderId, 1000)
    expect(await stateOf(orderId)).toEqual({ state: 'pending', amountFen: 200 })
    clock.shift(4 * DAY_MS)
    await confirmCommissions(ctxNow())
    expect(await fenOf(pair, 'commission')).toBe(200)
    await refund(pair, orderId, 2000)
    expect(await stateOf(orderId)).toEqual({ state: 'void', amountFen: 0 })
    expect(await fenOf(pair, 'commission')).toBe(0)
  })

  test("after it was used is the reseller's loss, never a debt of the inviter", async () => {
    const pair = await buildPair()
    const orderId = await purchase(pair)
    clock.shift(4 * DAY_MS)
    await confirmCommissions(ctxNow())
    expect((await toBalance(pair, 250)).data).toEqual({ confirmedFen: 50 })
    await fundReseller(db, pair.resellerId, 500)
    const before = await fenOf(pair, 'reseller')
    await refund(pair, orderId, 3000)
    expect([await fenOf(pair, 'commission'), await fenOf(pair, 'user')]).toEqual([0, 250])
    expect(before - (await fenOf(pair, 'reseller'))).toBe(900 + 250)
  })

  test('races the confirmation: whichever comes first, nothing is left', async () => {
    for (let round = 0; round < 5; round += 1) {
      clock.reset()
      const pair = await buildPair()
      const orderId = await purchase(pair)
      clock.shift(4 * DAY_MS)
      await Promise.all([confirmCommissions(ctxNow()), refund(pair, orderId, 3000)])
      expect(await stateOf(orderId)).toEqual({ state: 'void', amountFen: 0 })
      expect([await fenOf(pair, 'commission'), await fenOf(pair, 'commission_pending')]).toEqual([0, 0])
    }
  })

  test('races a move to the balance: one follows the other, and the books are right', async () => {
    for (let round = 0; round < 5; round += 1) {
      clock.reset()
      const pair = await buildPair()
      const orderId = await purchase(pair)
      clock.shift(4 * DAY_MS)
      await confirmCommissions(ctxNow())
      const [refunded, moved] = await Promise.all([refund(pair, orderId, 3000), toBalance(pair, 300)])
      expect(refunded.refundedFen).toBe(3000)
      expect([200, 422]).toContain(moved.status)
      expect([await fenOf(pair, 'commission'), await fenOf(pair, 'user')]).toEqual([0, moved.status === 200 ? 300 : 0])
    }
  })
})

describe('using it', () => {
  test('goes to the balance once per key, and shows as used', async () => {
    const pair = await buildPair()
    await purchase(pair)
    clock.shift(4 * DAY_MS)
    await confirmCommissions(ctxNow())
    const key = randomUUID()
    const first = await toBalance(pair, 100, key)
    expect(first.data).toEqual({ confirmedFen: 200 })
    expect((await toBalance(pair, 100, key)).text).toBe(first.text)
    expect((await toBalance(pair, 101, key)).code).toBe('request.key_reused')
    expect((await toBalance(pair, 201)).code).toBe('commission.short')
    expect(await summary(pair)).toMatchObject({ confirmedFen: 200, usedFen: 100, heldFen: 0 })
    const token = await buildSession(db, pair.inviter)
    const { items } = (await call(api.balance.entries, {}, { token })).data
    expect(items).toMatchObject([{ kind: 'commission_to_balance', amountFen: 100, balanceAfterFen: 100 }])
  })

  test.each([0, -5, 0.5, '100', 1e12])('refuses the amount %s', async (amountFen) => {
    const token = await buildSession(db, (await buildPair()).inviter)
    const answer = await call(api.invites.toBalance, { amountFen: amountFen as number, key: randomUUID() }, { token })
    expect([answer.status, answer.code]).toEqual([400, 'request.invalid'])
  })
})

describe('the link', () => {
  test('is on PUBLIC_URL with the app key, or on the main domain, whatever host asks', async () => {
    const pair = await buildPair()
    const { inviteCode } = await db.kysely
      .selectFrom('accounts')
      .select('inviteCode')
      .where('id', '=', pair.inviter.id)
      .executeTakeFirstOrThrow()
    const token = await buildSession(db, pair.inviter)
    const headers = { host: 'evil.example' }
    const { code, link } = (await call(api.invites.summary, {}, { token, headers })).data
    expect(code).toBe(inviteCode)
    const url = new URL(link)
    expect([url.origin, url.pathname]).toEqual(['https://portal.example', '/reg'])
    expect(Object.fromEntries(url.searchParams)).toEqual({ app_key: `yx_${pair.resellerId}`, invite: inviteCode })
    const host = `app${pair.resellerId}.example`
    await db.kysely
      .insertInto('resellerDomains')
      .values({ host, resellerId: pair.resellerId, isMain: true, verifiedAt: new Date() })
      .execute()
    expect((await summary(pair)).link).toBe(`https://${host}/reg?invite=${encodeURIComponent(inviteCode)}`)
  })
})

test("the list shows the invited users, masked, newest first, in pages, and nobody else's", async () => {
  const pair = await buildPair()
  await purchase(pair)
  for (let index = 0; index < 24; index += 1) {
    const { id } = await buildAccount(db, { resellerId: pair.resellerId, userName: `guest-${index}-z` })
    await db.kysely.updateTable('accounts').set({ inviterId: pair.inviter.id }).where('id', '=', id).execute()
  }
  const token = await buildSession(db, pair.inviter)
  const first = (await call(api.invites.list, {}, { token })).data
  const second = (await call(api.invites.list, { cursor: first.next! }, { token })).data
  const people = [...first.items, ...second.items]
  expect([first.items.length, people.length, second.next]).toEqual([20, 25, null])
  expect(people.slice(0, 24).every(({ nameMasked }) => nameMasked === 'g***z')).toBe(true)
  expect(people.at(-1)!.commissionFen).toBe(300)
  const times = people.map(({ joinedAt }) => joinedAt)
  expect(times).toEqual(times.toSorted().toReversed())
  const stranger = await buildSession(db, pair.buyer)
  expect((await call(api.invites.list, {}, { token: stranger })).data).toEqual({ items: [], next: null })
})
