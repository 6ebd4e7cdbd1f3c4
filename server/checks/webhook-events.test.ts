import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { DAY_MS } from '../../contract/durations.ts'
import type { WebhookEvent } from '../../contract/webhook-events.ts'
import { ringNode } from '../domains/lines/ring-node.ts'
import { jobs } from '../jobs.ts'
import { clock } from '../platform/clock.ts'
import { inTx } from '../platform/context.ts'
import { fundCommission } from '../test/attack/commission-races.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { hookDesk } from '../test/build/hook-desk.ts'
import { buildLine, buildNode } from '../test/build/line-desk.ts'
import { buildPackage } from '../test/build/money-factories.ts'
import { restPayees } from '../test/build/rest-payees.ts'
import { openShop } from '../test/build/shop.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp()
const { db, call } = made
const shop = openShop(made)
const desk = hookDesk(made, 1)
afterEach(() => clock.reset())

/** A reseller whose webhook hears everything, and a buyer there. */
async function buildScene(resellerId: number) {
  const buyer = await shop.buildBuyer({ resellerId })
  await desk.add(resellerId)
  return { buyer, userId: buyer.account.id }
}

/**
 * The agreed words of each event, typed apart from the code, `resellerId` beside them: numbers, times and what was paid;
 * never a name, an address, an account to pay to, or what something cost the reseller.
 */
const agreed: Record<WebhookEvent, string> = {
  'user.registered': 'inviterId userId',
  'order.paid': 'action amountFen orderId packageId paidBy period userId',
  'package.started': 'endsAt packageId period userId',
  'package.ends_soon': 'days endsAt packageId userId',
  'package.ended': 'endedAt packageId userId',
  'traffic.used': 'leftBytes percent userId',
  'node.down': 'lines nodeId region',
  'node.up': 'lines nodeId region',
  'withdrawal.asked': 'amountFen feeFen method userId withdrawalId',
  'withdrawal.paid': 'amountFen feeFen paidBy userId withdrawalId',
  'withdrawal.rejected': 'amountFen feeFen paidBy userId withdrawalId',
  'ticket.opened': 'category holder ticketId userId',
  'ticket.written': 'category holder ticketId userId',
  'ticket.answered': 'category holder ticketId userId',
  'ticket.handed': 'category holder ticketId userId',
  'ticket.closed': 'category holder ticketId userId',
}
type Event = { type: string; data: object }
const notAgreed = (events: readonly Event[]) =>
  events.flatMap(({ type, data }) => {
    const own = agreed[type as WebhookEvent].split(' ')
    const words = Object.keys(data).filter((word) => word !== 'resellerId' && !own.includes(word))
    return words.map((word) => `${type} ${word}`)
  })

const told = async (resellerId: number | null) => {
  const rows = await db.kysely
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhookEvents as e', 'e.id', 'd.eventId')
    .select(['e.type', 'e.object', 'e.body'])
    .where('d.resellerId', resellerId === null ? 'is' : '=', resellerId)
    .orderBy('d.id')
    .execute()
  const events = rows.map(({ type, object, body }) => {
    const { data } = JSON.parse(body) as { data: object }
    return { type, object, data }
  })
  expect(notAgreed(events)).toEqual([])
  return events
}

test('a registration and a withdrawal are told without names, addresses and the account to pay to', async () => {
  const { buyer, userId } = await buildScene(7605)
  const { call: ask } = await buildStaff(made, { resellerId: 7605 })
  expect((await ask(consoleApi.users.create, { userName: 'newly.come', key: randomUUID() })).status).toBe(200)
  const withdraw = async (amountFen: number) => {
    await fundCommission(db, buyer.account, amountFen)
    const payee = { method: 'alipay', account: 'zhang.wei@example.com', name: '张伟伟' } as const
    const asked = await call(api.invites.withdraw, { amountFen, key: randomUUID(), ...payee }, { token: buyer.token })
    await restPayees(db)
    return { withdrawalId: asked.data.withdrawalId }
  }
  expect((await ask(consoleApi.withdrawals.pay, await withdraw(2000))).status).toBe(200)
  const rejected = { ...(await withdraw(3000)), reason: '账号有误' }
  expect((await ask(consoleApi.withdrawals.reject, rejected)).status).toBe(200)
  const events = await told(7605)
  expect(events.map(({ type }) => type)).toEqual([
    'user.registered',
    'withdrawal.asked',
    'withdrawal.paid',
    'withdrawal.asked',
    'withdrawal.rejected',
  ])
  expect(events[1]!.data).toMatchObject({ userId, amountFen: 2000 })
  expect(JSON.stringify(events)).not.toMatch(/zhang|张|newly/)
})

test('notices a word that was not agreed', () => {
  const planted = { type: 'order.paid', data: { orderId: '1', wholesaleFen: 1337 } }
  expect(notAgreed([planted])).toEqual(['order.paid wholesaleFen'])
})

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

test('only the number of a ticket is told; the platform hears of it once it is handed over', async () => {
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
