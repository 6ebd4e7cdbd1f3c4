import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { countTraffic } from '../domains/traffic/count-traffic.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { openLineDesk, type LineUser } from '../test/build/line-desk.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp()
const { call, db, config, inject } = made
const desk = openLineDesk(made)
afterEach(() => clock.reset())
const META = 'ClashMetaForAndroid/2.11.14.Meta'

async function buildUserWithLine(node: Parameters<typeof desk.buildNode>[0] = {}) {
  const user = await desk.buildUser()
  const nodeId = await desk.buildNode(node)
  await desk.install(user, nodeId)
  await desk.confirm(user)
  const { data } = await call(api.lines.list, {}, { token: user.token })
  const { pathname, search } = new URL(data.subscriptionUrl)
  const [row] = await db.kysely.selectFrom('lines').select('number').where('nodeId', '=', nodeId).execute()
  return { user, nodeId, number: row!.number, feed: pathname + search }
}

const connected = async ({ token }: LineUser, within?: number) =>
  (await call(api.lines.connected, within === undefined ? {} : { within }, { token })).data
const fetchFeed = (url: string, agent: string, method: 'GET' | 'HEAD' = 'GET') =>
  inject({ method, url, headers: { 'user-agent': agent } })

function carry(nodeId: number, number: number, bytes = 1000) {
  const batch = { batchId: randomUUID(), boot: 'b', seq: 1, seconds: 5, repeatSeconds: null }
  const ctx = { db, config, log: createLog('silent'), now: clock.now() }
  return countTraffic(ctx, { ...batch, nodeId, items: [{ number, up: 0, down: bytes }] })
}

const visitOf = ({ account }: LineUser) =>
  db.kysely.selectFrom('feedVisits').selectAll().where('accountId', '=', account.id).executeTakeFirst()

test('a user is told of the import and then of the first byte, with the seconds between', async () => {
  const { user, nodeId, number, feed } = await buildUserWithLine({ name: '东京' })
  const nobody = { system: null, client: null, importedAt: null, line: null, seconds: null, lastAt: null }
  expect(await connected(user)).toEqual({ ...nobody, stage: 'none' })
  await fetchFeed(feed, META)
  expect(await connected(user, 5)).toMatchObject({ stage: 'imported', client: 'Clash Meta', line: null })
  clock.shift(12_000)
  await carry(nodeId, number)
  const told = await connected(user, 20)
  expect(told).toMatchObject({ stage: 'connected', client: 'Clash Meta', line: { nodeName: '东京', region: 'HK' } })
  expect([12, 13]).toContain(told.seconds)
  const [line] = await desk.linesOf(user)
  expect([told.lastAt, told.line?.lineId]).toEqual([line?.lastConnectedAt, line?.id])
})

test('bytes from before an import do not count, and the first ones after it do, even within a minute', async () => {
  const { user, nodeId, number, feed } = await buildUserWithLine()
  await carry(nodeId, number)
  expect(await connected(user)).toMatchObject({ stage: 'connected', client: null, seconds: null })
  clock.shift(20_000)
  await fetchFeed(feed, META)
  expect((await connected(user, 5)).stage).toBe('imported')
  clock.shift(3_000)
  await carry(nodeId, number)
  expect(await connected(user, 10)).toMatchObject({ stage: 'connected', seconds: 3 })
})

test('a line added by hand connects without an import, once its use begins after the tap', async () => {
  const { user, nodeId, number } = await buildUserWithLine()
  await carry(nodeId, number)
  clock.shift(30_000)
  await carry(nodeId, number)
  expect((await connected(user, 10)).stage).toBe('none')
  clock.shift(6 * 60_000)
  await carry(nodeId, number)
  expect(await connected(user, 10)).toMatchObject({ stage: 'connected', client: null, seconds: null })
})

test('an old import does not count as current, but stays known', async () => {
  const { user, feed } = await buildUserWithLine()
  await fetchFeed(feed, META)
  clock.shift(10 * 60_000)
  expect((await connected(user, 5)).stage).toBe('none')
  expect(await connected(user)).toMatchObject({ stage: 'imported', client: 'Clash Meta' })
})

test('a fetch is written once a minute, and at once for another client; HEAD is no fetch', async () => {
  const { user, feed } = await buildUserWithLine()
  await fetchFeed(feed, META, 'HEAD')
  expect(await visitOf(user)).toBeUndefined()
  await fetchFeed(feed, META)
  const first = await visitOf(user)
  clock.shift(30_000)
  await fetchFeed(feed, META)
  expect(await visitOf(user)).toEqual(first)
  await fetchFeed(feed, 'Stash/3.0.0 Clash/1.9.0')
  expect(await visitOf(user)).toMatchObject({ client: 'Stash' })
  clock.shift(61_000)
  await fetchFeed(feed, 'curl/8.5.0')
  const last = await visitOf(user)
  expect([last?.client, last!.fetchedAt! > first!.fetchedAt!]).toEqual([null, true])
})

test("lines' last bytes are written once a minute, and a pause begins a new use", async () => {
  const { nodeId, number } = await buildUserWithLine()
  const load = () =>
    db.kysely.selectFrom('lineContacts').selectAll().where('lineNumber', '=', number).executeTakeFirst()
  await carry(nodeId, number, 0)
  expect(await load()).toBeUndefined()
  await carry(nodeId, number)
  const first = await load()
  clock.shift(30_000)
  await carry(nodeId, number)
  expect(await load()).toEqual(first)
  clock.shift(40_000)
  await carry(nodeId, number)
  const later = await load()
  expect([later?.begunAt, later!.seenAt > first!.seenAt]).toEqual([first?.begunAt, true])
  clock.shift(6 * 60_000)
  await carry(nodeId, number)
  const again = await load()
  expect(again?.begunAt).toEqual(again?.seenAt)
})

test('nobody is told of another user', async () => {
  const [one, other] = [await buildUserWithLine(), await buildUserWithLine()]
  await fetchFeed(one.feed, META)
  await carry(one.nodeId, one.number)
  expect(await connected(other.user)).toMatchObject({ stage: 'none', lastAt: null })
})

test.each([0, -1, 1.5, 86_401, 'x'])('refuses %s seconds', async (within) => {
  const { token } = await desk.buildUser()
  expect((await call(api.lines.connected, { within: within as number }, { token })).code).toBe('request.invalid')
})
