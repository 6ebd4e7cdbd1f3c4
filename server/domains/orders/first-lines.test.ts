import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { MINUTE_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { openLineDesk } from '../../test/build/line-desk.ts'
import { buildPackage } from '../../test/build/money-factories.ts'
import { openShop, type Buyer } from '../../test/build/shop.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { installFirstLines } from './first-lines.ts'

const testApp = await makeApp()
const { call, config, db } = testApp
const desk = openLineDesk(testApp)
const shop = openShop(testApp)
const logged: string[] = []

beforeEach(async () => {
  clock.reset()
  logged.length = 0
  await db.kysely.updateTable('nodes').set({ removedAt: clock.now() }).execute()
})

const look = () => {
  const log = createLog('error', { write: (line) => void logged.push(line) })
  return installFirstLines({ db, config, now: clock.now(), log, isLastAttempt: false })
}
const countOf = async (buyer: Buyer) => (await desk.statesOf(buyer)).length
/** As if everything that was bought until now had been paid that long ago. */
const paidAgo = (hours: number, { account }: Buyer) =>
  db.kysely
    .updateTable('orders')
    .set({ settledAt: new Date(clock.now().getTime() - hours * 60 * MINUTE_MS) })
    .where('accountId', '=', account.id)
    .execute()

async function buildBuyer(): Promise<Buyer> {
  const buyer = await shop.buildBuyer()
  await shop.purchase(buyer, await buildPackage(db))
  return buyer
}

test('a buyer who left gets two lines a minute later', async () => {
  const [one, two] = [await desk.buildNode(), await desk.buildNode()]
  const buyer = await buildBuyer()
  await look()
  expect(await countOf(buyer)).toBe(0)
  clock.shift(MINUTE_MS)
  for (const node of [one, two]) await desk.hear(node)
  await look()
  await look()
  expect(await countOf(buyer)).toBe(2)
})

test('who paid when no node had room gets them once there is one, up to a day later', async () => {
  const [today, yesterday] = [await buildBuyer(), await buildBuyer()]
  clock.shift(MINUTE_MS)
  await look()
  await paidAgo(23, today)
  await paidAgo(25, yesterday)
  await desk.buildNode()
  await look()
  expect([await countOf(today), await countOf(yesterday)]).toEqual([1, 0])
})

test('nobody gets any who has taken a line away since, renews, or was refunded', async () => {
  const node = await desk.buildNode()
  const [tidy, refunded, renewing] = [await buildBuyer(), await buildBuyer(), await shop.buildBuyer()]
  const plan = await buildPackage(db)
  await shop.purchase(renewing, plan)
  await paidAgo(25, renewing)
  await shop.purchase(renewing, plan, { action: 'renew' })
  const installed = await desk.install(tidy, node)
  expect((await desk.uninstall(tidy, installed.data.id)).status).toBe(200)
  await db.pool.query(`update orders set state = 'refunded', refunded_fen = total_fen where account_id = $1`, [
    refunded.account.id,
  ])
  clock.shift(MINUTE_MS)
  await desk.hear(node)
  await look()
  expect([await countOf(tidy), await countOf(refunded), await countOf(renewing)]).toEqual([0, 0, 0])
})

test('one whose lines cannot be made keeps no other from theirs', async () => {
  const node = await desk.buildNode()
  const [first, second] = [await buildBuyer(), await buildBuyer()]
  clock.shift(MINUTE_MS)
  await desk.hear(node)
  await db.pool.query(`alter table lines add constraint none check (account_id <> ${second.account.id}) not valid`)
  await look()
  await db.pool.query('alter table lines drop constraint none')
  expect([await countOf(first), await countOf(second)]).toEqual([1, 0])
  expect(logged.filter((line) => line.includes('no first lines'))).toHaveLength(1)
  await look()
  expect(await countOf(second)).toBe(1)
})

test('a paused package waits', async () => {
  const node = await desk.buildNode()
  const buyer = await buildBuyer()
  expect((await call(api.accounts.freeze, { type: 'pause' }, { token: buyer.token })).status).toBe(200)
  clock.shift(MINUTE_MS)
  await desk.hear(node)
  await look()
  expect([await countOf(buyer), logged]).toEqual([0, []])
})
