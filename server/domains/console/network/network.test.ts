import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { BellKind } from '../../../../contract/console/choices.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { clock } from '../../../platform/clock.ts'
import type { JobPayloads } from '../../../platform/jobs/jobs.ts'
import { createLog } from '../../../platform/log.ts'
import { buildWatchedNode, hearNode } from '../../../test/build/build-monitor.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { buildLine, buildNode } from '../../../test/build/line-desk.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { openShop } from '../../../test/build/shop.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { planMaintenance } from '../../lines/plan-maintenance.ts'
import { ringMaintenance } from '../../lines/ring-maintenance.ts'
import { watchNodes } from '../../monitor/watch/watch-nodes.ts'
import { runWindows } from '../../nodes/windows.ts'
import { approveAgency } from '../../orders/agency/operator.ts'
import { wishRefund } from '../../payments/wishes/wish-refund.ts'
import { ringLowBalances } from '../overview/ring-low-balances.ts'

const made = await makeApp({ OPERATOR_CONTACT: 'help@platform.example' })
const { db, config } = made
const { network, bell, refunds, resellers } = consoleApi
const shop = openShop(made)
const ctx = () => ({ db, config, now: clock.now() })
type Staff = Awaited<ReturnType<typeof buildStaff>>
afterEach(() => clock.reset())

const kindsOf = async (member: Staff): Promise<BellKind[]> =>
  (await member.call(bell.list, {})).data.rows.map(({ kind }) => kind)
const unreadOf = async (member: Staff) => (await member.call(bell.count, {})).data.unread

/** A line of a new user on this node. */
async function addLine(resellerId: number, nodeId: number): Promise<void> {
  await buildLine(made, await buildAccount(db, { resellerId }), nodeId)
}

test('shows nodes that the reseller sells or has lines on, never another reseller’s own', async () => {
  const [boss, other] = [await buildStaff(made, { resellerId: 7101 }), await buildStaff(made, { resellerId: 7102 })]
  const own = await buildNode(db, { name: 'Own of 7101', resellerId: 7101 })
  const resting = await buildNode(db, { name: 'Resting', inMaintenance: true })
  const left = await buildNode(db, { name: 'Outside the group' })
  await addLine(7101, left)
  const group = await db.kysely
    .insertInto('nodeGroups')
    .values({ name: randomUUID(), createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.kysely.insertInto('nodeGroupNodes').values({ groupId: group.id, nodeId: resting }).execute()
  for (const resellerId of [7101, 7102])
    await db.kysely.insertInto('resellerNodeGroups').values({ resellerId, groupId: group.id }).execute()
  const shown = async (member: Staff) =>
    (await member.call(network.show, {})).data.nodes.map(({ id, state, lines, isSold }) => ({
      id,
      state,
      lines,
      isSold,
    }))
  const mine = await shown(boss)
  expect(mine).toHaveLength(3)
  expect(mine).toEqual(
    expect.arrayContaining([
      { id: resting, state: 'maintenance', lines: 0, isSold: true },
      { id: own, state: 'up', lines: 0, isSold: true },
      { id: left, state: 'up', lines: 1, isSold: false },
    ]),
  )
  expect(mine[0]!.id).toBe(resting)
  expect(await shown(other)).toEqual([{ id: resting, state: 'maintenance', lines: 0, isSold: true }])
  expect((await boss.call(network.show, {})).data.operatorContact).toBe('help@platform.example')
})

test('an outage, its end and planned maintenance ring where lines are, and nowhere else', async () => {
  const [met, spared] = [await buildStaff(made, { resellerId: 7111 }), await buildStaff(made, { resellerId: 7112 })]
  const nodeId = await buildWatchedNode(made, { name: 'Tokyo' })
  await addLine(7111, nodeId)
  clock.shift(config.alerts.nodeSilentS * 1000 + 1)
  const others = (await db.kysely.selectFrom('nodes').select('id').where('id', '<>', nodeId).execute()).map(
    ({ id }) => id,
  )
  for (const id of others) await hearNode(made, id, clock.now())
  for (let turn = 0; turn < 3; turn += 1) await watchNodes(ctx(), new Date(0))
  await hearNode(made, nodeId, clock.now())
  await watchNodes(ctx(), new Date(0))
  clock.shift((config.alerts.recoveryS + 1) * 1000)
  for (const id of [nodeId, ...others]) await hearNode(made, id, clock.now())
  await watchNodes(ctx(), new Date(0))
  const startsAt = new Date(clock.now().getTime() + 3_600_000)
  await planMaintenance(ctx(), { nodeId, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000), note: '' }, 'test')
  const { rows } = (await met.call(bell.list, {})).data
  expect(rows.map(({ detail }) => [detail['event'], detail['name'], detail['lines']])).toEqual([
    ['planned', 'Tokyo', 1],
    ['up', 'Tokyo', 1],
    ['down', 'Tokyo', 1],
  ])
  expect(await kindsOf(spared)).toEqual([])
  const { planned, incidents } = (await met.call(network.show, {})).data
  expect(planned).toMatchObject([{ nodeId, node: 'Tokyo', lines: 1 }])
  expect(incidents[0]).toMatchObject({ kind: 'silent', node: 'Tokyo' })
})

test('maintenance rings when it begins and ends, switched by hand or planned', async () => {
  const boss = await buildStaff(made, { resellerId: 7115 })
  const operator = await buildStaff(made, { resellerId: null })
  const nodeId = await buildNode(db, { name: 'Osaka' })
  await addLine(7115, nodeId)
  const jobCtx = () => ({ ...ctx(), log: createLog('silent'), isLastAttempt: false })
  const events = async () => {
    for (const payload of await takeJobs('lines.ring_maintenance')) await ringMaintenance(jobCtx(), payload)
    return (await boss.call(bell.list, {})).data.rows.map(({ detail }) => detail['event'])
  }
  for (const on of [true, true, false]) {
    await operator.call(consoleApi.nodes.maintenance, { nodeId, on })
    clock.shift(1000)
  }
  expect(await events()).toEqual(['up', 'maintenance'])
  const startsAt = new Date(clock.now().getTime() + 60_000)
  await planMaintenance(ctx(), { nodeId, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000), note: '' }, 'test')
  clock.shift(61_000)
  for (let turn = 0; turn < 2; turn += 1) await runWindows(jobCtx())
  expect(await events()).toEqual(['maintenance', 'planned', 'up', 'maintenance'])
  await boss.call(bell.hear, { kind: 'incident', on: false })
  expect(await events()).toEqual([])
})

/** Takes what waits, as the runner would. */
async function takeJobs(identifier: 'lines.ring_maintenance') {
  const { rows } = await db.pool.query<{ payload: JobPayloads['lines.ring_maintenance'] }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [identifier],
  )
  return rows.map(({ payload }) => payload)
}

test('orders, refunds and approval ring in the transaction that causes them, each once', async () => {
  const resellerId = 7121
  const boss = await buildStaff(made, { resellerId })
  const operator = await buildStaff(made, { resellerId: null })
  const stranger = await buildStaff(made, { resellerId: 7122 })
  await fundReseller(db, resellerId, 50_000)
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1500 } } })
  const buyer = await shop.buildBuyer({ resellerId, fen: 10_000 })
  await shop.purchase(buyer, plan)
  const { id: orderId } = await db.kysely
    .selectFrom('orders')
    .select('id')
    .where('resellerId', '=', resellerId)
    .executeTakeFirstOrThrow()
  const wish = { subject: { resellerId, orderId }, amountFen: 1000, reason: 'too slow' }
  await wishRefund(ctx(), wish, `staff:${boss.staffId}`)
  const { rows } = (await operator.call(refunds.wishes, {})).data
  await operator.call(refunds.decline, { wishId: rows.find((row) => row.orderId === orderId)!.wishId, answer: 'no' })
  await db.kysely.updateTable('resellers').set({ isWhitelisted: false }).where('id', '=', resellerId).execute()
  for (let turn = 0; turn < 2; turn += 1) await approveAgency(ctx(), resellerId, 'test')
  expect(await kindsOf(boss)).toEqual(['approved', 'refund', 'order'])
  const order = (await boss.call(bell.list, {})).data.rows.find(({ kind }) => kind === 'order')
  expect(order?.detail).toMatchObject({ orderId, action: 'new' })
  expect(order?.detail).not.toHaveProperty('amountFen')
  expect([await kindsOf(stranger), await kindsOf(operator)]).toEqual([[], []])
})

test('a refused purchase rings nothing', async () => {
  const resellerId = 7125
  const boss = await buildStaff(made, { resellerId })
  const plan = await buildPackage(db, { resellerId, prices: { month: 3000 } })
  const buyer = await shop.buildBuyer({ resellerId, fen: 100 })
  const { quoteId } = (await shop.quote(buyer, plan)).data
  expect((await shop.buy(buyer, quoteId)).status).not.toBe(200)
  expect(await kindsOf(boss)).toEqual([])
})

test('a low balance rings once a week, for those who may read money', async () => {
  const resellerId = 7131
  const [boss, support] = [
    await buildStaff(made, { resellerId }),
    await buildStaff(made, { resellerId, role: 'support' }),
  ]
  await fundReseller(db, resellerId, 1000)
  const yesterday = new Date(clock.now().getTime() - 86_400_000).toISOString().slice(0, 10)
  const sums = { orders: 1, salesFen: 0, marginFen: 0, refundedFen: 0, toppedUpFen: 0, newUsers: 0, activeUsers: 0 }
  await db.kysely
    .insertInto('officeDays')
    .values({ resellerId, day: yesterday as never, ...sums, tradedFen: -60_000 })
    .execute()
  for (let turn = 0; turn < 2; turn += 1) await ringLowBalances(ctx())
  expect((await boss.call(bell.list, {})).data.rows).toMatchObject([
    { kind: 'balance', detail: { balanceFen: 1000, lastsDays: 0 } },
  ])
  expect(await kindsOf(support)).toEqual([])
  clock.shift(8 * 86_400_000)
  const late = await buildStaff(made, { resellerId })
  await ringLowBalances(ctx())
  expect(await kindsOf(late)).toEqual(['balance', 'balance'])
})

test('who may not read money hears nothing of it, nor that it can be switched', async () => {
  const resellerId = 7141
  const boss = await buildStaff(made, { resellerId })
  const viewer = await buildStaff(made, { resellerId, permissions: ['overview.read', 'orders.read'] })
  const kinds = async (member: Staff) => (await member.call(bell.list, {})).data.kinds.map(({ kind }) => kind)
  expect(await kinds(boss)).toEqual([
    'order',
    'refund',
    'payout',
    'balance',
    'incident',
    'approved',
    'answer',
    'webhook',
  ])
  expect(await kinds(viewer)).toEqual(['order', 'refund', 'incident', 'approved', 'answer'])
  for (const kind of ['payout', 'balance', 'webhook', 'word'] as const)
    expect((await viewer.call(bell.hear, { kind, on: false })).code).toBe('object.unknown')
})

test('reading and switching off are each member’s own; the count does not keep a session alive', async () => {
  const resellerId = 7151
  const [anna, bert] = [await buildStaff(made, { resellerId }), await buildStaff(made, { resellerId })]
  await db.kysely.updateTable('resellers').set({ isWhitelisted: false }).where('id', '=', resellerId).execute()
  await approveAgency(ctx(), resellerId, 'test')
  expect([await unreadOf(anna), await unreadOf(bert)]).toEqual([1, 1])
  const [ring] = (await anna.call(bell.list, {})).data.rows
  await anna.call(bell.read, { upTo: ring!.id })
  await bert.call(bell.hear, { kind: 'approved', on: false })
  expect([await unreadOf(anna), await unreadOf(bert)]).toEqual([0, 0])
  expect((await anna.call(bell.list, {})).data.rows).toMatchObject([{ isUnread: false }])
  expect(await kindsOf(bert)).toEqual([])
  await bert.call(bell.hear, { kind: 'approved', on: true })
  expect(await unreadOf(bert)).toBe(1)
  // A number far beyond the newest ring must not silence the rings to come.
  await anna.call(bell.read, { upTo: 2_000_000_000 })
  await db.kysely.updateTable('resellers').set({ isWhitelisted: false }).where('id', '=', resellerId).execute()
  clock.shift(1000)
  await approveAgency(ctx(), resellerId, 'test')
  expect(await unreadOf(anna)).toBe(1)
  for (let at = 0; at < staffLimits.idleMs; at += staffLimits.idleMs / 4) {
    clock.shift(staffLimits.idleMs / 4)
    await anna.call(bell.count, {})
  }
  expect((await anna.call(bell.count, {})).status).toBe(401)
})

test('a word to the platform rings there, and is about the reseller’s own things only', async () => {
  const boss = await buildStaff(made, { resellerId: 7161 })
  const operator = await buildStaff(made, { resellerId: null })
  const finance = await buildStaff(made, { resellerId: null, permissions: ['payouts.decide'] })
  await buildStaff(made, { resellerId: 7162 })
  const foreign = await buildNode(db, {
    name: 'Of 7162',
    resellerId: 7162,
  })
  const stranger = await buildAccount(db, { resellerId: 7162 })
  const mine = await buildAccount(db, { resellerId: 7161 })
  const tell = (word: object) => boss.call(network.tell, { text: 'please look', key: randomUUID(), ...word } as never)
  for (const word of [{ nodeId: foreign }, { nodeId: 999_999 }, { accountId: stranger.id }])
    expect((await tell(word)).code).toBe('object.unknown')
  expect((await tell({ text: '   ' })).status).toBe(400)
  expect(await kindsOf(operator)).toEqual([])
  const key = randomUUID()
  for (let turn = 0; turn < 2; turn += 1) expect((await tell({ accountId: mine.id, key })).status).toBe(200)
  expect((await operator.call(bell.list, {})).data.rows).toMatchObject([
    { kind: 'word', detail: { resellerId: 7161, member: boss.name, text: 'please look', name: mine.userName } },
  ])
  expect(await kindsOf(finance)).toEqual([])
  expect(await kindsOf(boss)).toEqual([])
  const alert = await db.kysely.selectFrom('alerts').select(['kind', 'detail']).where('resellerId', '=', 7161).execute()
  expect(alert).toEqual([{ kind: 'reseller.word', detail: {} }])
})

test('a word is answered once, by who may enter the office; its team alone hears and reads it', async () => {
  const [resellerId, otherId] = [7165, 7166]
  const [boss, other] = [await buildStaff(made, { resellerId }), await buildStaff(made, { resellerId: otherId })]
  const operator = await buildStaff(made, { resellerId: null })
  const finance = await buildStaff(made, { resellerId: null, role: 'finance' })
  const nodeId = await buildNode(db, { name: 'Kobe' })
  await boss.call(network.tell, { nodeId, text: 'too slow', key: randomUUID() })
  const { rows } = (await operator.call(resellers.words, {})).data
  const word = rows.find((row) => row.resellerId === resellerId)!
  expect(word).toMatchObject({ member: boss.name, text: 'too slow', about: 'Kobe', answer: null })
  const answer = { wordId: word.id, text: 'mended' }
  expect((await finance.call(resellers.words, {})).status).toBe(200)
  expect((await finance.call(resellers.answer, answer)).code).toBe('staff.forbidden')
  for (const call of [boss.call(resellers.words, {}), boss.call(resellers.answer, answer)])
    expect((await call).status).toBe(403)
  expect((await operator.call(resellers.answer, { ...answer, text: '  ' })).status).toBe(400)
  const openAlerts = () =>
    db.kysely
      .selectFrom('alerts')
      .select('id')
      .where('resellerId', '=', resellerId)
      .where('resolvedAt', 'is', null)
      .execute()
  expect(await openAlerts()).toHaveLength(1)
  expect((await operator.call(resellers.answer, answer)).status).toBe(200)
  expect((await operator.call(resellers.answer, answer)).code).toBe('object.unknown')
  expect(await openAlerts()).toEqual([])
  expect((await boss.call(bell.list, {})).data.rows).toMatchObject([
    { kind: 'answer', detail: { text: 'mended', name: 'Kobe' } },
  ])
  expect((await boss.call(network.words, {})).data.rows).toMatchObject([
    { text: 'too slow', answer: { text: 'mended', by: operator.name } },
  ])
  expect(await kindsOf(other)).toEqual([])
  expect((await other.call(network.words, {})).data.rows).toEqual([])
})
