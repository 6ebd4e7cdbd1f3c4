import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { refused } from '../../test/build/shop.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { makeApp } from '../../test/run/make-app.ts'

const testApp = await makeApp()
const { call, db } = testApp
const desk = openLineDesk(testApp)

beforeEach(() => clock.reset())

async function installActive(user: LineUser, nodeId: number): Promise<void> {
  const answer = await desk.install(user, nodeId)
  expect(answer.status, answer.text).toBe(200)
  await desk.confirm(user)
}
const lineRow = (id: string) => db.kysely.selectFrom('lines').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const nodesOf = async ({ token }: LineUser) => (await call(api.lines.nodes, {}, { token })).data

describe('the feed address', () => {
  const urlOf = async ({ token }: LineUser) => (await call(api.lines.list, {}, { token })).data.subscriptionUrl
  const tokenOf = (url: string) => new URL(url).pathname.split('/').pop()!

  test('stays the same, differs between users and is not in the database', async () => {
    const [user, other] = [await desk.buildUser(), await desk.buildUser()]
    const url = await urlOf(user)
    expect(await urlOf({ ...user, token: await buildSession(db, user.account) })).toBe(url)
    expect(await urlOf(other)).not.toBe(url)
    expect(tokenOf(url)).toMatch(/^[\w-]{43}$/)
    expect(await dumpEveryRow(db)).not.toContain(tokenOf(url))
  })

  test('changes with each reset, even if never shown before, at most ten times an hour', async () => {
    const user = await desk.buildUser()
    const seen = new Set<string>()
    for (let turn = 0; turn < limits.feedResets; turn += 1) {
      const { data } = await call(api.lines.resetSub, {}, user)
      expect(await urlOf(user)).toBe(data.subscriptionUrl)
      seen.add(data.subscriptionUrl)
    }
    expect(seen.size).toBe(limits.feedResets)
    expect(refused(await call(api.lines.resetSub, {}, user))).toEqual([429, 'request.too_many'])
    const links = await db.kysely
      .selectFrom('feedLinks')
      .where('accountId', '=', user.account.id)
      .select('generation')
      .execute()
    expect(links).toEqual([{ generation: limits.feedResets + 1 }])
  })

  test('concurrent resets each give a new address', async () => {
    const user = await desk.buildUser()
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(api.lines.resetSub, {}, user)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ data }) => data.subscriptionUrl)).size).toBe(5)
  })
})

describe('speed mode', () => {
  test("changes the recommendation and notifies only the user's nodes", async () => {
    const [plain, play, foreign] = [
      await desk.buildNode({ capacity: 100_000 }),
      await desk.buildNode({ suits: ['game'], capacity: 2 }),
      await desk.buildNode(),
    ]
    const user = await desk.buildUser()
    await installActive(user, play)
    const [before, untouched] = [await desk.revisionOf(play), await desk.revisionOf(foreign)]
    const answer = await call(api.lines.speedMode, { mode: 'game' }, user)
    expect([answer.status, answer.data]).toEqual([200, { mode: 'game' }])
    expect(await desk.revisionOf(play)).toBe(before + 1)
    expect(await desk.revisionOf(foreign)).toBe(untouched)
    const [line] = await desk.linesOf(user)
    expect([line!.state, (await lineRow(line!.id)).revision]).toEqual(['active', before + 1])
    expect((await call(api.accounts.info, { dailiKey: 0 }, user)).data.speedMode).toBe('game')
    const nodes = await nodesOf(user)
    expect(nodes[0]).toMatchObject({ id: play, isRecommended: true, loadPercent: 50, lineId: line!.id })
    expect(nodes.find(({ id }) => id === plain)!.isRecommended).toBe(false)
  })

  test('can be set before buying anything', async () => {
    const user = await desk.buildUser()
    await db.kysely.deleteFrom('subscriptions').where('accountId', '=', user.account.id).execute()
    expect((await call(api.lines.speedMode, { mode: 'saver' }, user)).status).toBe(200)
  })
})

test("lists today's traffic of each node, by the business day", async () => {
  clock.shift(new Date('2026-05-10T16:30:00Z').getTime() - clock.now().getTime())
  const user = await desk.buildUser()
  const nodeId = await desk.buildNode()
  await installActive(user, nodeId)
  const count = (hour: string, bytes: number) =>
    db.kysely
      .insertInto('trafficHours')
      .values({
        hour: new Date(hour),
        resellerId: 0,
        accountId: user.account.id,
        nodeId,
        upBytes: bytes,
        downBytes: 2 * bytes,
        chargedBytes: 0,
      })
      .execute()
  await db.pool.query(`select traffic_make_partition('traffic_hours', '2026-05-01')`)
  await count('2026-05-10T15:00:00Z', 1_000_000)
  await count('2026-05-10T16:00:00Z', 7)
  // It is half past midnight in Shanghai.
  expect((await desk.linesOf(user))[0]!.todayBytes).toBe(21)
})

test('offers a probe address only for a node that answers TLS under its name', async () => {
  const user = await desk.buildUser()
  const ids = [
    await desk.buildNode({ protocol: 'trojan', address: 'a.example.net', port: 8443 }),
    await desk.buildNode({ settings: { security: 'tls' }, address: 'b.example.net' }),
    await desk.buildNode({ settings: { security: 'tls', allowInsecure: true } }),
    await desk.buildNode({ settings: { security: 'tls', sni: 'other.example.net' } }),
    await desk.buildNode({ settings: { security: 'reality' } }),
    await desk.buildNode({ protocol: 'trojan', address: '192.0.2.1' }),
    await desk.buildNode({ protocol: 'trojan', address: '2001:db8::a' }),
  ]
  const nodes = await nodesOf(user)
  expect(ids.map((id) => nodes.find((node) => node.id === id)!.probeUrl)).toEqual([
    'https://a.example.net:8443/',
    'https://b.example.net:443/',
    null,
    null,
    null,
    null,
    null,
  ])
})
