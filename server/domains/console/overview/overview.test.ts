import { expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { roleNames } from '../../../../contract/role-names.ts'
import { clock } from '../../../platform/clock.ts'
import { dayOf, spanOf } from '../../../platform/text/business-day.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildTicket } from '../../../test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildLine, buildNode } from '../../../test/build/line-desk.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { buildMerchantRow } from '../../../test/build/own-merchant.ts'
import { buildPaymentRow } from '../../../test/build/payment-row.ts'
import { openShop } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { statementsOf } from '../../../test/look/statements.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { startAtNoon } from '../../../test/run/start-at-noon.ts'
import { setRetail } from '../../catalogue/prices/set-retail.ts'
import { refundOrder } from '../../orders/refund-order.ts'
import { countContacts } from './contacts.ts'
import { saveDay } from './day-queries.ts'
import { sumDays } from './sum-days.ts'

const app = await makeApp()
const { db, config } = app
checkBooksAfterEach(db)
const shop = openShop(app)
const { overview } = consoleApi
const job = () => ({ db, config, now: clock.now(), log: app.app.log as never, isLastAttempt: false })

test('shows sales, margin and refunds of today, and the sums of a past day agree', async () => {
  const resellerId = 6401
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1800 } } })
  await fundReseller(db, resellerId, 10_000)
  const owner = await buildStaff(app, { resellerId })
  const buyer = await shop.buildBuyer({ resellerId })
  const { orderId } = await shop.purchase(buyer, plan)
  await refundOrder(job(), { resellerId, orderId, amountFen: 1000, key: 'third', operator: 'operator' })
  const today = (await owner.call(overview.show, { days: 7 })).data
  const sold = { orders: 1, salesFen: 3000, refundedFen: 1000, marginFen: 800, toppedUpFen: 0, newUsers: 1 }
  expect(today.now).toMatchObject(sold)
  expect(today.days).toHaveLength(7)
  expect(today.days.at(-1)).toMatchObject(sold)
  expect(today.balance).toMatchObject({ balanceFen: 10_800, owedFen: 0, lastsDays: null, isLow: false })
  const yesterday = today.days.at(-1)!.day
  clock.shift(86_400_000 + 2 * 3_600_000)
  await sumDays(job())
  await sumDays(job())
  const rows = await db.kysely.selectFrom('officeDays').selectAll().where('resellerId', '=', resellerId).execute()
  expect(rows).toHaveLength(1)
  // This change is only in the sums, so it proves that the day comes from them.
  await db.kysely.updateTable('officeDays').set({ newUsers: 5 }).where('resellerId', '=', resellerId).execute()
  const later = (await (await buildStaff(app, { resellerId })).call(overview.show, { days: 7 })).data
  expect(later.days.find(({ day }) => day === yesterday)).toMatchObject({ ...sold, newUsers: 5 })
})

test('compares today with yesterday up to the same time of day', async () => {
  const resellerId = 6411
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1800 } } })
  await fundReseller(db, resellerId, 10_000)
  const noon = spanOf(dayOf(clock.now(), config.businessTz), config.businessTz).from.getTime() + 12 * 3_600_000
  clock.shift(noon - clock.now().getTime())
  await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
  clock.shift(6 * 3_600_000)
  await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
  // The next day at three in the afternoon: one of yesterday's two orders was paid before that hour.
  clock.shift(21 * 3_600_000)
  const owner = await buildStaff(app, { resellerId })
  const { now, before } = (await owner.call(overview.show, { days: 1 })).data
  expect([now.salesFen, before.salesFen, before.orders]).toEqual([0, 3000, 1])
  clock.shift(5 * 3_600_000)
  const late = (await (await buildStaff(app, { resellerId })).call(overview.show, { days: 1 })).data
  expect([late.before.salesFen, late.before.orders]).toEqual([6000, 2])
})

test('counts active users of today, ten thousand and more only every five minutes, and those of a past day', async () => {
  startAtNoon()
  // An earlier test summed days that are still to come.
  await db.kysely.deleteFrom('officeSummed').execute()
  const resellerId = 6409
  const owner = await buildStaff(app, { resellerId })
  const today = dayOf(clock.now(), config.businessTz)
  await db.pool.query(`select traffic_make_partition('traffic_days', date_trunc('month', $1::date)::date)`, [today])
  const use = (first: number, last: number) =>
    db.pool.query('insert into traffic_days select $1, $2, n, 1, 1 from generate_series($3::integer, $4) n', [
      today,
      resellerId,
      60_000_000 + first,
      60_000_000 + last,
    ])
  const active = async () => (await owner.call(overview.show, { days: 1 })).data.now.activeUsers
  await use(1, 10_000)
  expect(await active()).toBe(10_000)
  await use(10_001, 10_001)
  expect(await active()).toBe(10_001)
  await use(10_002, 10_003)
  expect(await active()).toBe(10_001)
  clock.shift(5 * 60_000)
  expect(await active()).toBe(10_003)
  await use(10_004, 10_004)
  await saveDay(db, spanOf(today, config.businessTz))
  const summed = db.kysely.selectFrom('officeDays').select('activeUsers').where('resellerId', '=', resellerId)
  expect(await summed.execute()).toEqual([{ activeUsers: 10_004 }])
})

test('support sees how many orders and users, but no amount, neither in the figures nor in the plots', async () => {
  const support = await buildStaff(app, { resellerId: 6402, role: 'support' })
  const { data } = await support.call(overview.show, {})
  expect([data.balance, data.waiting.withdrawals]).toEqual([null, null])
  for (const figures of [data.now, data.before, ...data.days]) {
    const amounts = Object.entries(figures).filter(([name]) => name.endsWith('Fen'))
    expect(amounts.map(([, fen]) => fen)).toEqual(Array.from({ length: 7 }, () => null))
    expect([figures.orders, figures.newUsers, figures.keys].every(Number.isInteger)).toBe(true)
  }
})

test('the margin needs the permission for prices beside that for money', async () => {
  const accountant = await buildStaff(app, { resellerId: 6402, permissions: ['overview.read', 'money.read'] })
  const { now } = (await accountant.call(overview.show, {})).data
  expect([now.salesFen, now.marginFen, now.keyCostFen]).toEqual([expect.any(Number), null, null])
  const buyer = await buildStaff(app, { resellerId: 6402, permissions: ['overview.read', 'prices.read'] })
  const hidden = (await buyer.call(overview.show, {})).data.now
  expect([hidden.salesFen, hidden.marginFen, hidden.keyCostFen]).toEqual([null, null, null])
})

test('a job counts the users to contact, by the filters of the list of users; a look at old counts asks for it', async () => {
  const resellerId = 6403
  const { id: packageId } = await buildPackage(db, { resellerId })
  const owner = await buildStaff(app, { resellerId })
  const { id: accountId } = await buildAccount(db, { resellerId })
  const expiresAt = new Date(clock.now().getTime() + 3 * 86_400_000)
  const used = { period: 'month' as const, totalBytes: 100, usedBytes: 100 }
  await db.kysely
    .insertInto('subscriptions')
    .values({ resellerId, accountId, packageId, expiresAt, ...used })
    .execute()
  const look = async () => (await owner.call(overview.show, {})).data.contacts
  const asked = async () =>
    (await db.pool.query('select 1 from graphile_worker.jobs where key = $1', [`office.count_contacts:${resellerId}`]))
      .rowCount
  expect([await look(), await look(), await asked()], 'nobody has counted yet, and two looks ask once').toEqual([
    null,
    null,
    1,
  ])
  await countContacts(job(), { resellerId })
  await db.pool.query(`delete from graphile_worker._private_jobs where key = $1`, [
    `office.count_contacts:${resellerId}`,
  ])
  const countedAt = expect.stringMatching(/Z$/)
  const one = { count: 1, isFloor: false }
  const first = { ending: one, overQuota: one, neverConnected: one, countedAt, isCounting: false }
  expect([await look(), await asked()]).toEqual([first, 0])
  await db.kysely.updateTable('subscriptions').set({ usedBytes: 0 }).where('accountId', '=', accountId).execute()
  const { statements } = await statementsOf(look)
  expect(
    statements.filter((text) => text.includes('traffic_firsts')),
    'a look counts nobody',
  ).toEqual([])
  await countContacts(job(), { resellerId })
  expect(await look(), 'a job that comes a second time counts nothing').toEqual(first)
  clock.shift(5 * 60_000)
  expect([await look(), await asked()]).toEqual([{ ...first, isCounting: true }, 1])
  await countContacts(job(), { resellerId })
  expect(await look()).toEqual({ ...first, overQuota: { count: 0, isFloor: false } })
  const neighbour = await buildStaff(app, { resellerId: 6412 })
  expect((await neighbour.call(overview.show, {})).data.contacts).toBeNull()
  clock.reset()
})

const NOTHING_DONE = {
  hasPrices: false,
  hasBrand: false,
  hasFunds: false,
  hasCards: false,
  hasUser: false,
  hasDomain: false,
  isApproved: false,
  hasSold: false,
}

test('a new reseller has a guide with its link, however it was made, until somebody puts it away', async () => {
  const resellerId = 6405
  await buildReseller(db, { id: resellerId, isWhitelisted: false })
  const owner = await buildStaff(app, { resellerId })
  const guide = async () => (await owner.call(overview.show, {})).data.beginning
  expect(await guide()).toEqual({ ...NOTHING_DONE, link: expect.stringContaining('/register?app_key=') })
  const plan = await buildPackage(db, { resellerId })
  await fundReseller(db, resellerId, 10_000)
  await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
  expect(await guide(), 'the first sale does not end it').toMatchObject({
    hasSold: true,
    hasFunds: true,
    hasUser: true,
  })
  const viewer = await buildStaff(app, { resellerId, role: 'viewer' })
  expect((await viewer.call(overview.guide, { step: 'dismissed' })).code).toBe('staff.forbidden')
  expect((await owner.call(overview.guide, { step: 'dismissed' })).status).toBe(200)
  expect(await guide()).toBeNull()
  const neighbour = await buildStaff(app, { resellerId: 6406 })
  expect((await neighbour.call(overview.show, {})).data.beginning).not.toBeNull()
})

test('the step of prices is ticked when a member sets one or says that they are right, not by what the platform does', async () => {
  const resellerId = 6407
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1500 } } })
  const listed = { packageId: plan.id, period: 'month' as const, wholesaleFen: 1500, suggestedRetailFen: 3100 }
  await db.kysely
    .insertInto('priceListEntries')
    .values({ priceListId: 0, ...listed })
    .execute()
  const owner = await buildStaff(app, { resellerId })
  const hasPrices = async () => (await owner.call(overview.show, {})).data.beginning?.hasPrices
  expect(await hasPrices(), 'those that it was given are not its own').toBe(false)
  const ctx = { db, config, now: clock.now() }
  const price = { packageId: plan.id, period: 'month' as const, retailFen: 3200 }
  await setRetail(ctx, resellerId, [price], 'operator:root')
  expect(await hasPrices(), 'the operator set it').toBe(false)
  await setRetail(ctx, resellerId, [{ ...price, retailFen: 3300 }], `staff:${owner.staffId}`)
  expect(await hasPrices()).toBe(true)
  const careful = await buildStaff(app, { resellerId: 6408 })
  await careful.call(overview.guide, { step: 'prices-seen' })
  expect((await careful.call(overview.show, {})).data.beginning?.hasPrices).toBe(true)
})

test('the guide stays for who has been selling for two months', async () => {
  const resellerId = 6410
  const plan = await buildPackage(db, { resellerId })
  await fundReseller(db, resellerId, 10_000)
  await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
  const long = new Date(clock.now().getTime() - 61 * 86_400_000)
  await db.kysely.updateTable('resellers').set({ createdAt: long }).where('id', '=', resellerId).execute()
  const owner = await buildStaff(app, { resellerId })
  expect((await owner.call(overview.show, {})).data.beginning).toMatchObject({ hasSold: true })
})

test('counts what waits at the help desk, what was solved, and how soon it was answered', async () => {
  const resellerId = 6499
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId })
  const owner = await buildStaff(app, { resellerId })
  expect((await owner.call(overview.show, {})).data).toMatchObject({ help: null, waiting: { tickets: 0 } })
  const [ticketId] = [Number(await buildTicket(db, account)), await buildTicket(db, account)]
  clock.shift(20 * 60_000)
  const input = { ticketId, text: 'Restart it', closes: true, key: 'overview-1' }
  await owner.call(consoleApi.tickets.answer, input)
  const { help, waiting } = (await owner.call(overview.show, {})).data
  expect([help, waiting.tickets]).toEqual([{ solved: 1, firstAnswerMinutes: 20 }, 1])
  const finance = await buildStaff(app, { resellerId, role: 'finance' })
  expect((await finance.call(overview.show, {})).data).toMatchObject({ help: null, waiting: { tickets: null } })
  clock.reset()
})

test('a payment whose gateway says nothing for long is stuck, one that just began is not; the list shows as many', async () => {
  const resellerId = 6413
  const owner = await buildStaff(app, { resellerId })
  const account = await buildAccount(db, { resellerId })
  const stuck = async () => {
    const { rows } = (await owner.call(consoleApi.stuckPayments.list, {})).data
    return [(await owner.call(overview.show, {})).data.waiting.stuckPayments, rows.length]
  }
  const { id: merchantId } = await buildMerchantRow(app, resellerId)
  const whose = { resellerId, accountId: account.id, orderId: null, merchantId, isOwnMerchant: true }
  const begun = (ago: number) =>
    buildPaymentRow(db, { ...whose, amountFen: 100 }, new Date(clock.now().getTime() - ago))
  const openMs = 35 * 60_000
  await begun(openMs - 60_000)
  expect(await stuck()).toEqual([0, 0])
  await begun(openMs + 60_000)
  expect(await stuck()).toEqual([1, 1])
  const { id } = await begun(openMs + 60_000)
  const closed = { state: 'closed', closedAt: clock.now() } as const
  await db.kysely.updateTable('payments').set(closed).where('id', '=', id).execute()
  expect(await stuck()).toEqual([1, 1])
  await db.kysely
    .updateTable('payments')
    .set({ gatewaySaid: 'seen', gatewaySaidAt: clock.now() })
    .where('id', '=', id)
    .execute()
  expect(await stuck()).toEqual([2, 2])
})

test('a node that is silent counts once users of this reseller have lines there', async () => {
  const resellerId = 6414
  const account = await buildAccount(db, { resellerId })
  const owner = await buildStaff(app, { resellerId })
  const down = async () => (await owner.call(overview.show, {})).data.waiting.nodesDown
  const nodeId = await buildNode(db)
  await buildLine(app, account, nodeId)
  expect(await down()).toBe(0)
  clock.shift(limits.nodeSilentMs + 1000)
  expect(await down()).toBe(1)
  clock.reset()
})

test('the first steps are for members who run the shop', async () => {
  const resellerId = 6415
  await buildReseller(db, { id: resellerId })
  const sees = async (role: (typeof roleNames)[number]) =>
    (await (await buildStaff(app, { resellerId, role })).call(overview.show, {})).data.beginning !== null
  for (const role of roleNames) expect(await sees(role), role).toBe(role === 'owner' || role === 'manager')
})
