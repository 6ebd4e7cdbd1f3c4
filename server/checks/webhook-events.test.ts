import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { ringNode } from '../domains/lines/ring-node.ts'
import { jobs } from '../jobs.ts'
import { clock } from '../platform/clock.ts'
import { inTx } from '../platform/context.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { hookDesk } from '../test/build/hook-desk.ts'
import { buildLine, buildNode } from '../test/build/line-desk.ts'
import { buildPackage } from '../test/build/money-factories.ts'
import { openShop } from '../test/build/shop.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp()
const { db, call } = made
const shop = openShop(made)
const desk = hookDesk(made, 1)
afterEach(() => clock.reset())
const DAY_MS = 86_400_000

/** A reseller whose webhook hears everything, and a buyer there. */
async function buildScene(resellerId: number) {
  const buyer = await shop.buildBuyer({ resellerId })
  await desk.add(resellerId)
  return { buyer, userId: buyer.account.id }
}

const told = async (resellerId: number | null) => {
  const rows = await db.kysely
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhookEvents as e', 'e.id', 'd.eventId')
    .select(['e.type', 'e.object', 'e.body'])
    .where('d.resellerId', resellerId === null ? 'is' : '=', resellerId)
    .orderBy('d.id')
    .execute()
  return rows.map(({ type, object, body }) => ({ type, object, data: (JSON.parse(body) as { data: object }).data }))
}

test('a purchase tells of the payment and of the start, and its end is told once', async () => {
  const { buyer, userId } = await buildScene(7601)
  const plan = await buildPackage(db, { resellerId: 7601 })
  const { orderId } = await shop.purchase(buyer, plan)
  expect(await told(7601)).toMatchObject([
    { type: 'order.paid', object: `order:${orderId}`, data: { userId, action: 'new', paidBy: 'balance' } },
    { type: 'package.started', object: `user:${userId}`, data: { userId, packageId: plan.id, period: 'month' } },
  ])
  await shop.purchase(buyer, plan, { action: 'renew' })
  expect((await told(7601)).map(({ type }) => type)).toEqual(['order.paid', 'package.started', 'order.paid'])
  clock.shift(70 * DAY_MS)
  const expiresAt = new Date(clock.now().getTime() - 1000)
  await db.kysely.updateTable('subscriptions').set({ expiresAt }).where('accountId', '=', userId).execute()
  for (let round = 0; round < 2; round += 1) await jobs['packages.tell_ended'](desk.ctx(), {})
  const ended = (await told(7601)).slice(3)
  expect(ended).toMatchObject([{ type: 'package.ended', data: { userId, endedAt: expiresAt.toISOString() } }])
})

test('a ticket is told by its number alone; the platform hears of it once it is handed over', async () => {
  const { buyer, userId } = await buildScene(7602)
  await desk.add(null, ['ticket.opened', 'ticket.answered', 'ticket.handed', 'ticket.closed'])
  const input = { category: 'dead', text: 'a very private word', key: randomUUID() } as const
  const { ticketId } = (await call(api.tickets.open, input, { token: buyer.token })).data
  const { call: ask } = await buildStaff(made, { resellerId: 7602 })
  const answer = { ticketId, text: 'an answer', key: randomUUID() }
  expect((await ask(consoleApi.tickets.answer, { ...answer, closes: false })).status).toBe(200)
  expect((await ask(consoleApi.tickets.hand, { ticketId, to: 'operator' })).status).toBe(200)
  const own = (await told(7602)).filter(({ type }) => type.startsWith('ticket.'))
  expect(own.map(({ type, object }) => [type, object])).toEqual([
    ['ticket.opened', `ticket:${ticketId}`],
    ['ticket.answered', `ticket:${ticketId}`],
    ['ticket.handed', `ticket:${ticketId}`],
  ])
  expect(own[0]!.data).toEqual({ resellerId: 7602, ticketId, userId, category: 'dead', holder: 'reseller' })
  expect((await told(null)).map(({ type }) => type)).toEqual(['ticket.handed'])
  await db.kysely.deleteFrom('webhooks').where('resellerId', 'is', null).execute()
})

test('a node that fails is told to each reseller with lines there, and once to the platform', async () => {
  const { buyer } = await buildScene(7603)
  await buildScene(7604)
  await desk.add(null, ['node.down'])
  const id = await buildNode(db)
  await buildLine(made, buyer.account, id)
  await inTx(desk.ctx(), (tx) => ringNode(tx, { id, name: 'Osaka', names: {}, region: 'JP' }, 'down'))
  expect(await told(7603)).toMatchObject([{ type: 'node.down', data: { nodeId: id, lines: 1 } }])
  expect(await told(7604)).toEqual([])
  expect(await told(null)).toMatchObject([{ type: 'node.down', data: { nodeId: id, resellerId: null } }])
})
