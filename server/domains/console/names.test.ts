import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { Route } from '../../../contract/route.ts'
import { buildCards } from '../../test/build/build-cards.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildTicket } from '../../test/build/build-ticket.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { openLineDesk } from '../../test/build/line-desk.ts'
import { buildPackage, fundReseller } from '../../test/build/money-factories.ts'
import { openShop } from '../../test/build/shop.ts'
import { useTraffic } from '../../test/build/use-traffic.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp()
const { db, call } = made
const desk = openLineDesk(made)
const shop = openShop(made)
const [PLAN, NODE] = ['标准版', '香港 01']
const resellerId = 7950

/** A user who bought, was given days, redeemed a key, uses a line and wrote. */
async function buildLife() {
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 100_000)
  const plan = await buildPackage(db, { resellerId })
  await db.kysely
    .updateTable('packages')
    .set({ name: PLAN, names: JSON.stringify({ en: 'Standard' }) })
    .where('id', '=', plan.id)
    .execute()
  const [nodeId, other] = [await desk.buildNode({ name: NODE }), await desk.buildNode({ name: `${NODE} B` })]
  await db.kysely
    .updateTable('nodes')
    .set({ names: JSON.stringify({ en: 'Hong Kong 01' }) })
    .where('id', 'in', [nodeId, other])
    .execute()
  const user = await shop.buildBuyer({ resellerId, fen: 20_000 })
  const { orderId } = await shop.purchase(user, plan)
  const key = await buildCards(db, { resellerId, kind: 'package', packageId: plan.id, value: 1 })
  expect((await call(api.cards.redeem, { code: key.code }, { token: user.token })).status).toBe(200)
  await desk.install(user, nodeId)
  await desk.confirm(user)
  await useTraffic(made, { user: user.account, nodeId, up: 1000, down: 1000 })
  await buildCards(db, { resellerId, kind: 'package', packageId: plan.id, value: 1 })
  const ticketId = Number(await buildTicket(db, { ...user.account, userName: 'asks' }))
  return { plan, user, orderId, ticketId }
}

test('plans and nodes have their names in the reader’s language, wherever the office names them', async () => {
  const { plan, user, orderId, ticketId } = await buildLife()
  const owner = await buildStaff(made, { resellerId })
  const headers = { 'accept-language': 'en' }
  const { user: one, users, orders, cards, notices, prices, network, renewals, tickets, reminderTexts } = consoleApi
  const { id } = user.account
  const gift = { id, wish: { kind: 'days' as const, days: 1 }, costFen: 50, key: randomUUID() }
  expect((await owner.call(one.give, gift)).status).toBe(200)
  const audience = { kind: 'package' as const, packageId: plan.wireId }
  const notice = { title: 'x', body: 'x', audience, isPinned: false }
  expect((await owner.call(notices.publish, notice)).status).toBe(200)
  const asked: [Route, object, 'plan' | 'node' | 'both'][] = [
    [users.list, {}, 'both'],
    [users.choices, {}, 'both'],
    [one.show, { id }, 'both'],
    [one.timeline, { id }, 'both'],
    [one.traffic, { id, days: 7 }, 'node'],
    [one.history, { id, kind: 'orders' }, 'plan'],
    [one.history, { id, kind: 'gifts' }, 'plan'],
    [one.history, { id, kind: 'cards' }, 'plan'],
    [one.moveTargets, { id }, 'node'],
    [one.sellOffers, { id }, 'plan'],
    [orders.list, {}, 'plan'],
    [orders.show, { orderId }, 'plan'],
    [cards.batches, {}, 'plan'],
    [cards.stock, {}, 'plan'],
    [cards.list, {}, 'plan'],
    [cards.choices, {}, 'plan'],
    [notices.list, {}, 'plan'],
    [notices.packages, {}, 'plan'],
    [prices.list, {}, 'plan'],
    [reminderTexts.list, {}, 'plan'],
    [renewals.show, { by: 'package' }, 'plan'],
    [network.show, {}, 'node'],
    [tickets.desk, { ticketId }, 'both'],
  ]
  const wrong = []
  for (const [route, input, names] of asked) {
    const { status, text } = await owner.call(route, input as never, { headers })
    const isNamed = (name: string, what: 'plan' | 'node') =>
      names === (what === 'plan' ? 'node' : 'plan') || text.includes(name)
    const isRight = isNamed('Standard', 'plan') && isNamed('Hong Kong 01', 'node')
    if (status !== 200 || !isRight || text.includes(PLAN) || text.includes(NODE)) {
      wrong.push([route.path, input, status, text.slice(0, 600)])
    }
  }
  expect(wrong).toEqual([])
})
