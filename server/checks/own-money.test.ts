import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { assignCards } from '../domains/cards/assign-cards.ts'
import { settleWithdrawal } from '../domains/invites/settle-withdrawal.ts'
import { clock } from '../platform/clock.ts'
import { fundCommission } from '../test/attack/commission-races.ts'
import { buildCards } from '../test/build/build-cards.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { buildCoupon, buildPackage, fund } from '../test/build/money-factories.ts'
import { makePayDesk, PRICE } from '../test/build/pay-desk.ts'
import { restPayees } from '../test/build/rest-payees.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'

const made = await makeCashierApp()
const { call, db, config, inject } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)

beforeEach(() => clock.reset())

type User = Awaited<ReturnType<typeof buildUser>>

async function buildUser(userName: string, fen = 0) {
  const account = await buildAccount(db, { userName })
  if (fen > 0) await fund(db, account, fen)
  return { ...account, token: await buildSession(db, account) }
}

async function download({ token }: { token: string }) {
  const { ticket } = (await call(api.sessions.ticket, { audience: 'download' }, { token })).data
  const file = await inject({ method: 'GET', url: '/api/user/export', query: { ticket } })
  expect(file.statusCode, file.body).toBe(200)
  return { data: file.json<Record<string, never>>(), text: file.body }
}

async function buy({ token }: User, plan: { wireId: string }): Promise<string> {
  const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  return (await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })).data.orderId
}

const withdraw = async ({ token }: User, amountFen: number, account: string) =>
  (await call(api.invites.withdraw, { amountFen, method: 'alipay', account, key: randomUUID() }, { token })).data

describe('money in the user’s data file', () => {
  test('has every balance entry and all orders, as their screens show them', async () => {
    const user = await buildUser('spender', 5000)
    await fund(db, await buildUser('other-spender'), 777)
    const plan = await buildPackage(db)
    const orderId = await buy(user, plan)
    const { data, text } = await download(user)
    const screen = (await call(api.balance.entries, {}, { token: user.token })).data
    expect(data['balance']).toEqual({ balanceFen: 2000, entries: screen.items.toReversed() })
    expect(screen.items).toMatchObject([{ kind: 'sale', about: plan.name, orderId }, { kind: 'topup' }])
    const order = { orderId, action: 'new', state: 'paid', package: plan.name, period: 'month', totalFen: 3000 }
    expect(data['orders']).toEqual([expect.objectContaining({ ...order, paidBy: 'balance' })])
    expect(text).not.toMatch(/"amountFen": 777|wholesale|inviterId|other-spender/)
  })

  test('has a payment with its number, way and times, without its payment address', async () => {
    const payer = await desk.buildPayer()
    const paid = (await desk.topUp(payer, 1234)).data
    await desk.payQuietly(paid.out_trade_no)
    expect((await desk.check(payer, paid.out_trade_no)).data.status).toBe('paid')
    const orderId = await desk.buildOrder(payer)
    const open = (await desk.payOrder(payer, orderId, { payType: made.payTypes.wxpay })).data
    const { data, text } = await download(payer)
    const times = { createdAt: expect.any(String), paidAt: expect.any(String) }
    expect(data['payments']).toMatchObject([
      { outTradeNo: paid.out_trade_no, purpose: 'user', way: 'alipay', state: 'paid', amountFen: 1234, ...times },
      { outTradeNo: open.out_trade_no, purpose: 'package', way: 'wxpay', state: 'pending', orderId, paidAt: null },
    ])
    expect(data['orders']).toMatchObject([{ orderId, state: 'pending', totalFen: PRICE.retailFen, paidBy: null }])
    for (const hidden of [paid.qrCode, open.qrCode ?? open.payUrl]) {
      expect(hidden).toBeTruthy()
      expect(text).not.toContain(hidden)
    }
  })

  test('has card keys by their last four characters only, and coupons given to this user', async () => {
    const user = await buildUser('card-holder')
    const friend = await buildUser('card-friend')
    const { codes } = await buildCards(db, { count: 3 })
    const [redeemed, kept, passedOn] = codes as [string, string, string]
    const given = { resellerId: 0, userName: user.userName, codes: [kept, passedOn] }
    await assignCards({ db, config, now: clock.now() }, given, 'operator:test')
    for (const [token, code] of [
      [user.token, redeemed],
      [friend.token, passedOn],
    ] as const) {
      expect((await call(api.cards.redeem, { code }, { token })).status).toBe(200)
    }
    const coupon = await buildCoupon(db, { accountId: user.id, percent: 15 })
    const strangers = await buildCoupon(db, { accountId: friend.id })
    const { data, text } = await download(user)
    const card = (code: string, more: object) =>
      expect.objectContaining({ lastFour: code.slice(-4), kind: 'balance', amountFen: 5000, ...more })
    expect(data['cards']).toHaveLength(3)
    expect(data['cards']).toEqual(
      expect.arrayContaining([
        card(redeemed, { state: 'redeemed', redeemedByMe: true, redeemedAt: expect.any(String) }),
        card(kept, { state: 'unused', redeemedByMe: false, redeemedAt: null, assignedAt: expect.any(String) }),
        card(passedOn, { state: 'redeemed', redeemedByMe: false }),
      ]),
    )
    expect(data['coupons']).toMatchObject([{ code: coupon.code, percent: 15, amountFen: null }])
    for (const code of codes) {
      expect(text).not.toContain(code)
      expect(text).not.toContain(code.replaceAll('-', ''))
    }
    expect(text).not.toMatch(new RegExp(`${strangers.code}|card-friend|costFen`))
  })

  test('has earnings from invitations, withdrawals with masked accounts, and people by masked names', async () => {
    const user = await buildUser('inviter-of-many')
    const friend = await buildUser('friend-who-buys', 5000)
    const idle = await buildUser('friend-who-looks')
    const ids = [friend.id, idle.id]
    await db.kysely.updateTable('accounts').set({ inviterId: user.id }).where('id', 'in', ids).execute()
    await buy(friend, await buildPackage(db))
    await fundCommission(db, user, 5000)
    const { withdrawalId } = await withdraw(user, 2000, 'zhang.wei@example.com')
    const verdict = { state: 'rejected', reason: '收款账号不存在' } as const
    await restPayees(db)
    await settleWithdrawal({ db, now: clock.now(), config }, { resellerId: 0, withdrawalId }, verdict, {
      actor: 'operator:test',
      isPlatform: true,
    })
    clock.shift(1000)
    await withdraw(user, 1500, '13800138000')
    const { data, text } = await download(user)
    const screen = (await call(api.invites.summary, {}, { token: user.token })).data
    const people = (await call(api.invites.list, {}, { token: user.token })).data.items
    const { invitedCount, pendingFen, confirmedFen, heldFen, usedFen } = screen
    expect([invitedCount, pendingFen, confirmedFen, heldFen]).toEqual([2, 300, 3500, 1500])
    expect(data['invites']).toEqual({ pendingFen, confirmedFen, heldFen, usedFen, people: people.toReversed() })
    const shown = screen.withdrawals.map(({ canReport: _canReport, ...rest }) => rest)
    expect(data['withdrawals']).toEqual(shown.toReversed())
    expect(data['withdrawals']).toMatchObject([
      { accountMasked: 'z***m', state: 'rejected', reason: '收款账号不存在' },
      { accountMasked: '1***0', state: 'pending' },
    ])
    expect(text).not.toMatch(/zhang\.wei|13800138000|friend-who/)
  })

  test('has the agency that the account runs', async () => {
    const user = await buildUser('agency-owner')
    const form = { name: '蓝鲸网络', contact: 'wx: blue-whale' }
    await call(api.agencies.create, { ...form, payBy: 'online', key: randomUUID() }, { token: user.token })
    const before = await download(user)
    expect(before.data['agency']).toBeNull()
    const order = { action: 'agency', state: 'pending', agencyName: form.name, agencyContact: form.contact }
    expect(before.data['orders']).toMatchObject([order])
    await buildReseller(db, { id: 1001, isWhitelisted: false })
    const owned = { ownerResellerId: 0, ownerAccountId: user.id, agencyName: form.name, agencyContact: form.contact }
    await db.kysely.updateTable('resellers').set(owned).where('id', '=', 1001).execute()
    const agency = { dailiKey: 1001, ...form, approved: false, suspendedAt: null, openedAt: expect.any(String) }
    expect((await download(user)).data['agency']).toEqual(agency)
  })
})
