import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { buildCards } from '../../../test/build/build-cards.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildPackage, fund, fundReseller } from '../../../test/build/money-factories.ts'
import { inDays, makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { panelUser, type PanelRow, type PanelRows } from '../../../test/build/panels/rows.ts'
import { openShop } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { saveArticle } from '../../articles/operator.ts'
import { findAllOffers } from '../../catalogue/find-for-operator.ts'
import { setOffer } from '../../catalogue/prices/set-offer.ts'
import { endCoupon } from '../../catalogue/save-coupon.ts'
import { changePackage } from '../../catalogue/save-package.ts'
import { hashOldToken } from '../../feeds/old-tokens.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { updateNode } from '../../nodes/operator.ts'
import { withdrawNotice } from '../../notices/operator.ts'
import { getSubscription } from '../../subscriptions/subscription-store.ts'
import { undoImport } from './undo-import.ts'

const app = await makeApp()
const { db, call } = app
checkBooksAfterEach(db)
const { newReseller, run, ctx, accountOf } = makeImportDesk(app)
const { purchase } = openShop(app)
const BY = 'operator:test'

const planOf = (resellerId: number, changes: PanelRow = {}): PanelRow => {
  return { ...panelPlan, name: `plan ${resellerId}`, quarter_price: 8000, ...changes }
}
const userOf = async (resellerId: number, id: number) => {
  const account = await accountOf(resellerId, `user${id}@example.com`)
  return { account, token: await buildSession(db, account) }
}
const fenOf = (kind: 'user' | 'commission', { account: { resellerId, id: accountId } }: { account: Owned }) =>
  loadBalanceFen({ db }, { kind, resellerId, accountId })
const serviceOf = ({ account: { resellerId, id: accountId } }: { account: Owned }) =>
  getSubscription({ db }, { resellerId, accountId })
type Owned = { resellerId: number; id: number }
const nodeOf = (resellerId: number, changes: PanelRow = {}): PanelRow => ({
  id: 1,
  name: `second ${resellerId}`,
  host: `second${resellerId}.example.com`,
  group_id: '["1"]',
  port: '443',
  server_port: 443,
  rate: '1',
  show: 1,
  ...changes,
})
const thingOf = async (resellerId: number, kind: 'package' | 'node' | 'notice' | 'article' | 'ticket') => {
  const query = db.kysely.selectFrom('importThings').select('ourKey').where('resellerId', '=', resellerId)
  return (await query.where('kind', '=', kind).executeTakeFirstOrThrow()).ourKey
}
const packageOf = async (resellerId: number) => {
  const id = Number(await thingOf(resellerId, 'package'))
  const row = await db.kysely.selectFrom('packages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const offers = db.kysely.selectFrom('packageOffers').select(['period', 'retailFen'])
  const prices = await offers.where('packageId', '=', id).where('resellerId', '=', resellerId).execute()
  return { ...row, prices: Object.fromEntries(prices.map(({ period, retailFen }) => [period, retailFen])) }
}

test('a plan that was changed there follows, but for what was changed here, which is named', async () => {
  const resellerId = await newReseller()
  const rows = (plan: PanelRow): PanelRows => ({ v2_user: [panelUser(1, served)], v2_plan: [plan] })
  await run(resellerId, rows(planOf(resellerId)))
  const { id } = await packageOf(resellerId)
  const renamed = { name: `new ${resellerId}`, transfer_enable: 200, month_price: 2500, quarter_price: 7000 }
  const first = await run(resellerId, rows(planOf(resellerId, renamed)))
  expect(first.brought).toMatchObject({ packages: 0, packagesChanged: 1 })
  expect(first.brought.nodesLeft).toEqual([
    'plan 1: its price for month fell there, its wholesale stays here',
    'plan 1: its price for quarter fell there, its wholesale stays here',
  ])
  expect(await packageOf(resellerId)).toMatchObject({
    name: `new ${resellerId}`,
    trafficBytes: 200 * 1024 ** 3,
    prices: { month: 2500, quarter: 7000 },
  })
  await changePackage(ctx(), id, { name: `ours ${resellerId}` }, BY)
  const price = { resellerId, packageId: id, period: 'month' as const, retailFen: 2600, wholesaleFen: null }
  await setOffer(ctx(), { ...price, isLossConfirmed: false }, BY)
  const more = { name: `third ${resellerId}`, transfer_enable: 300, month_price: 2700, quarter_price: 6000 }
  const second = await run(resellerId, rows(planOf(resellerId, more)))
  expect(second.brought).toMatchObject({ packagesChanged: 1, plansLeft: 1 })
  expect(second.brought.nodesLeft).toEqual([
    'plan 1: its name was changed here',
    'plan 1: its price for month was changed here',
  ])
  expect(await packageOf(resellerId)).toMatchObject({
    name: `ours ${resellerId}`,
    trafficBytes: 300 * 1024 ** 3,
    prices: { month: 2600, quarter: 6000 },
  })
  const third = await run(resellerId, rows(planOf(resellerId, more)))
  expect(third.brought).toMatchObject({ packagesChanged: 0, plansLeft: 0, nodesLeft: [] })
})

test('no price there lowers what the platform is paid', async () => {
  const resellerId = await newReseller()
  const rows = (price: number): PanelRows => ({
    v2_user: [panelUser(1, served)],
    v2_plan: [planOf(resellerId, { month_price: price, quarter_price: null })],
  })
  await run(resellerId, rows(3000))
  for (const [price, expected] of [
    [1500, { retailFen: 1500, wholesaleFen: 1200 }],
    [1, { retailFen: 1500, wholesaleFen: 1200 }],
  ] as const) {
    await run(resellerId, rows(price))
    expect(await findAllOffers(ctx(), resellerId)).toMatchObject([expected])
  }
})

test('two users who have swapped their addresses both keep one, however many have changed between them', async () => {
  const resellerId = await newReseller()
  const tokenOf = (id: number, turn: number) => `${resellerId}-${turn}-`.padEnd(32 - String(id).length, 'f') + id
  const COUNT = 1002
  const rows = (turn: number, tokens: Record<number, string> = {}): PanelRows => ({
    v2_user: Array.from({ length: COUNT }, (_, at) =>
      panelUser(at + 1, { password: '', token: tokens[at + 1] ?? tokenOf(at + 1, turn) }),
    ),
  })
  await run(resellerId, rows(1))
  // The first and the last by number, and two that are as far apart by their digits.
  const swapped = { 1: tokenOf(COUNT, 1), [COUNT]: tokenOf(1, 1), 2: tokenOf(999, 1), 999: tokenOf(2, 1) }
  const { brought } = await run(resellerId, rows(2, swapped))
  expect([brought.tokens, brought.nodesLeft]).toEqual([COUNT, []])
  // Nobody has the address of another, and none of before opens anything.
  const query = db.kysely.selectFrom('oldFeedTokens as t').innerJoin('accounts as a', 'a.id', 't.accountId')
  const kept = await query.select(['a.email', 't.tokenHash']).where('t.resellerId', '=', resellerId).execute()
  const opens = (email: unknown, hash: Buffer) => `${String(email)} ${hash.toString('hex')}`
  const wanted = rows(2, swapped).v2_user!.map(({ email, token }) => opens(email, hashOldToken(String(token))))
  expect(new Set(kept.map(({ email, tokenHash }) => opens(email, tokenHash)))).toEqual(new Set(wanted))
})

test('a node that was changed there follows, until it is changed here', async () => {
  const resellerId = await newReseller()
  const rows = (node: PanelRow): PanelRows => ({ v2_user: [panelUser(1)], v2_server_trojan: [node] })
  await run(resellerId, rows(nodeOf(resellerId)))
  const nodeId = Number(await thingOf(resellerId, 'node'))
  const load = () => db.kysely.selectFrom('nodes').selectAll().where('id', '=', nodeId).executeTakeFirstOrThrow()
  const moved = { host: `moved${resellerId}.example.com`, rate: '1.5' }
  expect((await run(resellerId, rows(nodeOf(resellerId, moved)))).brought).toMatchObject({ nodes: 0, nodesChanged: 1 })
  expect(await load()).toMatchObject({ address: `moved${resellerId}.example.com`, ratePercent: 150 })
  await updateNode(ctx(), nodeId, { ratePercent: 120 }, BY)
  const { brought } = await run(resellerId, rows(nodeOf(resellerId, { ...moved, rate: '2' })))
  const why = `trojan 1 second ${resellerId}: changed there, and changed here before`
  expect(brought).toMatchObject({ nodesChanged: 0, nodesLeft: [why] })
  expect((await load()).ratePercent).toBe(120)
})

test('texts that were changed there follow, until they are changed here', async () => {
  const resellerId = await newReseller()
  const rows = (words: string, show = 1): PanelRows => ({
    v2_user: [panelUser(1)],
    v2_notice: [{ id: 1, title: 'n', content: words, show }],
    v2_knowledge: [{ id: 1, language: 'zh-CN', title: 'a', body: words, show }],
  })
  const shown = async () => {
    const notices = db.kysely.selectFrom('notices').select('body').where('resellerId', '=', resellerId)
    const articles = db.kysely.selectFrom('articles').select('body').where('resellerId', '=', resellerId)
    const live = await notices.where('withdrawnAt', 'is', null).execute()
    return [...live, ...(await articles.execute())].map(({ body }) => body)
  }
  await run(resellerId, rows('one'))
  expect((await run(resellerId, rows('two'))).brought).toMatchObject({ textsChanged: 2, notices: 0, articles: 0 })
  expect(await shown()).toEqual(['two', 'two'])
  expect((await run(resellerId, rows('two', 0))).brought.textsChanged).toBe(2)
  expect(await shown()).toEqual([])
  expect((await run(resellerId, rows('three'))).brought.textsChanged).toBe(2)
  expect(await shown()).toEqual(['three', 'three'])
  await withdrawNotice(ctx(), { noticeId: Number(await thingOf(resellerId, 'notice')), resellerId }, BY)
  const articleId = await thingOf(resellerId, 'article')
  await saveArticle(ctx(), resellerId, { articleId, title: 'a', body: 'ours', words: '' }, BY)
  const { brought } = await run(resellerId, rows('four'))
  expect(brought).toMatchObject({ textsChanged: 0, textsLeft: 2 })
  expect(await shown()).toEqual(['ours'])
})

test('coupons follow what was changed, used, switched off or deleted there, unless they were ended here', async () => {
  const resellerId = await newReseller()
  const [begun, ends] = [1_700_000_000, inDays(30)]
  const coupon = (id: number, changes: PanelRow = {}): PanelRow => {
    const own = { id, code: `code-${id}`, name: 'x', type: 2, value: 10, show: 1, limit_use: 5 }
    return { ...own, started_at: begun, ended_at: ends, ...changes }
  }
  const rows = (...coupons: PanelRow[]): PanelRows => {
    return { v2_user: [panelUser(1)], v2_plan: [planOf(resellerId)], v2_coupon: coupons }
  }
  const own = async () => {
    const query = db.kysely.selectFrom('coupons').selectAll().where('resellerId', '=', resellerId).orderBy('id')
    return (await query.execute()).map((one) => ({ ...one, isOver: one.endsAt!.getTime() <= ctx().now.getTime() }))
  }
  const ids = [1, 2, 3, 4, 5, 6]
  const first = rows(...ids.map((id) => coupon(id)), coupon(7, { show: 0 }), coupon(8))
  expect((await run(resellerId, first)).brought).toMatchObject({ coupons: 7, couponsChanged: 0 })
  expect((await run(resellerId, first)).brought).toMatchObject({ coupons: 0, couponsChanged: 0, nodesLeft: [] })
  await endCoupon(ctx(), { resellerId, code: 'CODE-6' }, BY)
  const later = rows(
    coupon(1, { type: 1, value: 500, limit_plan_ids: '["1"]', ended_at: inDays(60) }),
    coupon(2, { limit_use: 2 }),
    coupon(3, { limit_use: 0 }),
    coupon(4, { show: 0 }),
    coupon(5, { code: 'CODE-8' }),
    coupon(6, { value: 20 }),
    coupon(7),
  )
  const { brought } = await run(resellerId, later)
  expect(brought).toMatchObject({ coupons: 1, couponsChanged: 5 })
  expect(brought.nodesLeft).toEqual([
    'coupon 5: what it is there now cannot be here',
    'coupon 6: changed there, and ended here',
  ])
  expect(await own()).toMatchObject([
    { code: 'CODE-1', percent: null, amountFen: 500, packageId: expect.any(Number), usesMax: 5, isOver: false },
    { code: 'CODE-2', percent: 10, usesMax: 2, isOver: false },
    { code: 'CODE-3', usesMax: 5, isOver: true },
    { code: 'CODE-4', isOver: true },
    { code: 'CODE-5', isOver: false },
    { code: 'CODE-6', percent: 10, isOver: true },
    { code: 'CODE-8', isOver: true },
    { code: 'CODE-7', percent: 10, isOver: false },
  ])
  const again = await run(resellerId, rows(...ids.map((id) => coupon(id)), coupon(7), coupon(8)))
  expect(again.brought).toMatchObject({ coupons: 0, couponsChanged: 5 })
  expect((await own()).map(({ isOver }) => isOver)).toEqual([false, false, false, false, false, true, false, false])
  // A file without that table says nothing about coupons.
  expect((await run(resellerId, rows())).brought).toMatchObject({ couponsChanged: 0 })
})

test('what was said in a ticket since comes, unless somebody went on with it here', async () => {
  const resellerId = await newReseller()
  const message = (id: number, userId: number) => {
    return { id, ticket_id: 1, user_id: userId, message: `said ${id}`, created_at: 1_700_000_000 + id }
  }
  const rows = (status: number, ...authors: number[]): PanelRows => ({
    v2_user: [panelUser(1), panelUser(2)],
    v2_ticket: [{ id: 1, user_id: 1, subject: 'help', level: 0, status, created_at: 1_700_000_000 }],
    v2_ticket_message: authors.map((author, at) => message(at + 1, author)),
  })
  const said = async () => {
    const query = db.kysely
      .selectFrom('ticketMessages')
      .select('body')
      .where('resellerId', '=', resellerId)
      .orderBy('id')
    return (await query.execute()).map(({ body }) => body)
  }
  const state = async () =>
    (
      await db.kysely
        .selectFrom('tickets')
        .select('state')
        .where('resellerId', '=', resellerId)
        .executeTakeFirstOrThrow()
    ).state
  await run(resellerId, rows(0, 1))
  expect((await run(resellerId, rows(0, 1, 2, 1))).brought).toMatchObject({ tickets: 0, ticketsChanged: 1 })
  expect([await said(), await state()]).toEqual([['said 1', 'said 2', 'said 3'], 'open'])
  expect((await run(resellerId, rows(1, 1, 2, 1))).brought.ticketsChanged).toBe(1)
  expect([(await said()).length, await state()]).toEqual([3, 'closed'])
  await db.kysely.updateTable('tickets').set({ lastAt: new Date() }).where('resellerId', '=', resellerId).execute()
  const { brought } = await run(resellerId, rows(0, 1, 2, 1, 2))
  expect(brought).toMatchObject({ ticketsChanged: 0, ticketsLeft: 1 })
  expect((await said()).length).toBe(3)
})

test('who is as he was there is not looked at again, and a new node reaches him all the same', async () => {
  const resellerId = await newReseller()
  const nodes = [nodeOf(resellerId), nodeOf(resellerId, { id: 2, host: `b${resellerId}.example.com`, name: 'b' })]
  const rows = (count: number, u = 0): PanelRows => ({
    v2_user: [panelUser(1, { ...served, u }), panelUser(2, { ...served, u: 0 })],
    v2_plan: [planOf(resellerId)],
    v2_server_trojan: nodes.slice(0, count),
  })
  const seen: string[] = []
  const marks = async () => {
    const query = db.kysely.selectFrom('importThings').select('marks').where('resellerId', '=', resellerId)
    return (await query.where('kind', '=', 'user').orderBy('oldKey').execute()).map(({ marks }) =>
      JSON.stringify(marks),
    )
  }
  await run(resellerId, rows(1))
  seen.push(...(await marks()))
  expect((await run(resellerId, rows(1, 5))).brought).toMatchObject({ servicesChanged: 1, lines: 0 })
  const after = await marks()
  expect([after[0] === seen[0], after[1] === seen[1]]).toEqual([false, true])
  expect((await run(resellerId, rows(2, 5))).brought).toMatchObject({ nodes: 1, lines: 4, servicesChanged: 0 })
})

test('a node hears once of all who renewed there, and of nobody when nothing changed', async () => {
  const resellerId = await newReseller()
  const rows = (days: number): PanelRows => ({
    v2_user: [1, 2].map((id) => panelUser(id, { ...served, expired_at: inDays(days) })),
    v2_plan: [planOf(resellerId)],
    v2_server_trojan: [nodeOf(resellerId)],
  })
  await run(resellerId, rows(20))
  const nodeId = Number(await thingOf(resellerId, 'node'))
  const told = async () => {
    const { revision } = await db.kysely
      .selectFrom('nodes')
      .select('revision')
      .where('id', '=', nodeId)
      .executeTakeFirstOrThrow()
    const lines = await db.kysely.selectFrom('lines').select('revision').where('nodeId', '=', nodeId).execute()
    return { revision, ofLines: lines.map((line) => line.revision) }
  }
  const { revision } = await told()
  const renewed = rows(50)
  expect((await run(resellerId, renewed)).brought).toMatchObject({ servicesChanged: 2, lines: 0 })
  const after = revision + 1
  expect(await told()).toEqual({ revision: after, ofLines: [after, after] })
  await run(resellerId, renewed)
  expect((await told()).revision).toBe(after)
})

test('who had nothing left there and bought or redeemed here keeps it, whatever changes there', async () => {
  const resellerId = await newReseller()
  const over = { ...served, expired_at: inDays(-5) }
  const rows = (...users: PanelRow[]): PanelRows => ({ v2_user: users, v2_plan: [planOf(resellerId)] })
  await run(resellerId, rows(panelUser(1, over), panelUser(2), panelUser(3, over)))
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1000 } } })
  const [one, two, three] = [await userOf(resellerId, 1), await userOf(resellerId, 2), await userOf(resellerId, 3)]
  for (const buyer of [one, two]) {
    await fund(db, buyer.account, 3000)
    await purchase(buyer, plan)
  }
  const { code } = await buildCards(db, { resellerId, kind: 'days', packageId: plan.id, value: 7 })
  expect((await call(api.cards.redeem, { code }, { token: three.token })).status).toBe(200)
  const before = [await serviceOf(one), await serviceOf(two), await serviceOf(three)]
  const later = rows(panelUser(1, { ...over, u: 5 }), panelUser(2, served), panelUser(3, { ...over, u: 5 }))
  expect((await run(resellerId, later)).brought).toMatchObject({ services: 0, servicesChanged: 0, servicesLeft: 3 })
  expect([await serviceOf(one), await serviceOf(two), await serviceOf(three)]).toEqual(before)
})

test('a plan that was taken away there ends here, and nothing is left of its credit', async () => {
  const resellerId = await newReseller()
  const rows = (user: PanelRow): PanelRows => ({ v2_user: [user], v2_plan: [planOf(resellerId)] })
  await run(resellerId, rows(panelUser(1, served)))
  const user = await userOf(resellerId, 1)
  expect((await serviceOf(user)).pieces.length).toBe(1)
  // A file without plans says nothing about them.
  await run(resellerId, { v2_user: [panelUser(1)] })
  expect((await serviceOf(user)).pieces.length).toBe(1)
  const { brought } = await run(resellerId, rows(panelUser(1, { u: 1 })))
  expect(brought).toMatchObject({ servicesChanged: 1, borneFen: 0 })
  expect(await serviceOf(user)).toMatchObject({ packageId: null, expiresAt: null, totalBytes: 0, pieces: [] })
  expect((await run(resellerId, rows(panelUser(1, served)))).brought.servicesChanged).toBe(1)
  expect((await serviceOf(user)).pieces.length).toBe(1)
})

test('of a balance that was spent there, what is left of it here is taken back', async () => {
  const resellerId = await newReseller()
  await run(resellerId, { v2_user: [panelUser(1, { balance: 10_000 })] })
  const cheap = await buildPackage(db, { resellerId, prices: { month: { retailFen: 100, wholesaleFen: 50 } } })
  const user = await userOf(resellerId, 1)
  await fundReseller(db, resellerId, 1000)
  await purchase(user, cheap)
  const spent = { v2_user: [panelUser(1, { balance: 0 })] }
  expect((await run(resellerId, spent)).brought).toMatchObject({ entries: 1, entriesRefused: 1, balanceFen: 100 })
  expect(await fenOf('user', user)).toBe(0)
  expect((await run(resellerId, spent)).brought).toMatchObject({ entries: 0, entriesRefused: 1, balanceFen: 100 })
})

test('commission that was moved to the balance there and here is had once', async () => {
  const resellerId = await newReseller()
  await run(resellerId, { v2_user: [panelUser(1, { commission_balance: 10_000 })] })
  const user = await userOf(resellerId, 1)
  const wish = { amountFen: 10_000, key: randomUUID() }
  expect((await call(api.invites.toBalance, wish, { token: user.token })).status).toBe(200)
  const moved = { v2_user: [panelUser(1, { balance: 10_500 })] }
  for (const entries of [1, 0]) {
    expect((await run(resellerId, moved)).brought).toMatchObject({ entries, entriesRefused: 1 })
    expect([await fenOf('user', user), await fenOf('commission', user)]).toEqual([10_500, 0])
  }
})

test('the next owner of a deleted user’s number comes as a new user, and the one before keeps what is his', async () => {
  const resellerId = await newReseller()
  const rows = (third: PanelRow): PanelRows => ({
    v2_user: [panelUser(1, served), panelUser(2, served), panelUser(3, { ...served, ...third })],
    v2_plan: [planOf(resellerId)],
  })
  await run(resellerId, rows({ balance: 100 }))
  const other = { email: 'next@example.com', created_at: 1_700_009_999, balance: 70_000, token: '', uuid: randomUUID() }
  const { brought } = await run(resellerId, rows(other))
  expect(brought).toMatchObject({ users: 1, goneUsers: 1, entries: 1 })
  expect(brought.nodesLeft).toEqual(['user 3: somebody else has this number now, and came as a new user'])
  const next = { account: await accountOf(resellerId, 'next@example.com') }
  expect([await fenOf('user', await userOf(resellerId, 3)), await fenOf('user', next)]).toEqual([100, 70_000])
  expect((await run(resellerId, rows(other))).brought).toMatchObject({ users: 0, entries: 0, nodesLeft: [] })
  expect(await undoImport(ctx(), resellerId, 'panel')).toMatchObject({ users: 4, entries: 2, left: 0 })
})
