import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { nodeApi } from '../../contract/node-api.ts'
import { getFeedUrl } from '../domains/feeds/load-link.ts'
import { sumRecentLifelines } from '../domains/lines/lifeline/lifelines.ts'
import { switchReseller } from '../domains/resellers/switch-reseller.ts'
import { blockUser, unblockUser } from '../domains/sessions/operator/block-user.ts'
import { jobs } from '../jobs.ts'
import { clock } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/db.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../test/build/traffic-factories.ts'
import { enrolAgent, type TestAgent } from '../test/outside/test-agent.ts'
import { makeApp } from '../test/run/make-app.ts'
import { runJobs } from '../test/run/run-jobs.ts'

const RESELLER = 260
const made = await makeApp({ PUBLIC_URL: 'https://portal.example', LIFELINE_HOSTS: 'pay.example:8443' })
const { db, config, app } = made
const [HOUR, MB] = [3_600_000, 1024 ** 2]
const now = () => ({
  db,
  config,
  now: clock.now(),
  log: createLog('silent'),
  language: 'en' as const,
  isLastAttempt: false,
})
const helper = { actor: 'operator:test', isOperator: true }

await buildSubscriber(db, { resellerId: RESELLER })
await runJobs(made)
const turn = (on: boolean) => switchReseller(now(), RESELLER, { name: 'lifelines', on }, 'operator:test')
beforeEach(async () => {
  clock.reset()
  await turn(true)
})

const pull = async (agent: TestAgent, since = 0, wait = 0) =>
  (await agent.ask(nodeApi.users, { since, wait, lifeline: true })).data
const batch = (agent: TestAgent, more: object) =>
  agent.ask(nodeApi.batches, { batchId: randomUUID(), boot: 'boot-1', seq: 1, seconds: 60, items: [], ...more })
const usedBy = async ({ id }: { id: number }) =>
  (
    await db.kysely
      .selectFrom('subscriptions')
      .select('usedBytes')
      .where('accountId', '=', id)
      .executeTakeFirstOrThrow()
  ).usedBytes
const change = ({ id }: { id: number }, values: object) =>
  db.kysely.updateTable('subscriptions').set(values).where('accountId', '=', id).execute()

/** A user on a node whose agent knows lifelines. */
async function open(nodeOptions: Parameters<typeof buildTrafficNode>[1] = {}) {
  const nodeId = await buildTrafficNode(db, nodeOptions)
  const agent = await enrolAgent(made, nodeId)
  const owner = await buildSubscriber(db, { resellerId: RESELLER, totalBytes: 1000 })
  const credential = randomUUID()
  const number = await buildTrafficLine(db, owner, nodeId, { secretKey: config.secretKey, credential })
  const { revision } = await pull(agent)
  const user = { id: owner.id, resellerId: RESELLER, userName: owner.userName }
  return { nodeId, agent, owner, number, credential, revision, user: user as Parameters<typeof blockUser>[1] }
}

async function expire(owner: { id: number }) {
  await change(owner, { expiresAt: new Date(clock.now().getTime() - 1000) })
  await jobs['lines.settle_due'](now(), {})
}

test('whoever ran out of time gets a lifeline of 72 hours and 50 MB, on this node and in the feed', async () => {
  const { agent, owner, number, credential, revision } = await open()
  await expire(owner)
  const delta = await pull(agent, revision)
  expect(delta.users).toMatchObject([
    { number, state: 'on', lifeline: true, credential, bytesLeft: 50 * MB, deviceLimit: 0 },
  ])
  const { notAfter } = delta.users[0]!
  expect(Math.abs(Date.parse(notAfter!) - clock.now().getTime() - 72 * HOUR)).toBeLessThan(60_000)
  expect((await pull(agent)).users).toMatchObject([{ number, lifeline: true }])
  expect(delta.places).toEqual(expect.arrayContaining(['portal.example:443', 'pay.example:8443']))
  expect(delta.places!.filter((place) => /[*]/.test(place))).toEqual([])
  const feed = await feedOf(owner)
  expect(feed.body).toContain('node.example')
  expect(feed.headers['announce']).toBeDefined()
  // The home page says until when.
  expect(await reachUntil(owner)).toBe(notAfter)
  clock.shift(72 * HOUR)
  expect(await reachUntil(owner)).toBeNull()
  expect((await pull(agent)).users).toEqual([])
  expect((await feedOf(owner)).body).not.toContain('node.example')
})

async function reachUntil(owner: { id: number; resellerId: number }) {
  return (await made.call(api.lines.list, {}, { token: await buildSession(db, owner) })).data.reachUntil
}

async function feedOf(owner: { id: number; resellerId: number }) {
  const url = new URL(await getFeedUrl(now(), { resellerId: owner.resellerId, accountId: owner.id }))
  return app.inject({ method: 'GET', url: `${url.pathname}?flag=mihomo` })
}

test('whoever used all traffic gets one too; its bytes are counted apart, once, and end it', async () => {
  const { agent, owner, number, revision } = await open()
  expect((await batch(agent, { items: [{ number, up: 400, down: 600 }] })).data.cut).toEqual([number])
  expect((await pull(agent, revision)).users).toMatchObject([{ number, lifeline: true, bytesLeft: 50 * MB }])
  const told = { batchId: randomUUID(), lifeline: [{ number, up: 1 * MB, down: 2 * MB }] }
  expect((await batch(agent, told)).data).toMatchObject({ lifelineLeft: [{ number, bytesLeft: 47 * MB }] })
  expect((await batch(agent, told)).data).toMatchObject({
    duplicate: true,
    lifelineLeft: [{ number, bytesLeft: 47 * MB }],
  })
  expect(await usedBy(owner)).toBe(1000)
  const days = await db.kysely.selectFrom('trafficDays').select('upBytes').where('accountId', '=', owner.id).execute()
  expect(days).toEqual([{ upBytes: 400 }])
  expect((await batch(agent, { lifeline: [{ number, up: 0, down: 47 * MB }] })).data.lifelineLeft).toEqual([
    { number, bytesLeft: 0 },
  ])
  expect((await pull(agent)).users).toEqual([])
  expect((await sumRecentLifelines(now(), RESELLER)).bytes).toBeGreaterThanOrEqual(50 * MB)
})

test('each ending has its own bytes, and a renewal brings the ordinary line back at once', async () => {
  const { agent, owner, number } = await open()
  await batch(agent, { items: [{ number, up: 0, down: 1000 }] })
  await batch(agent, { lifeline: [{ number, up: 0, down: 50 * MB }] })
  const { revision } = await pull(agent)
  await expire(owner)
  const second = await pull(agent, revision)
  expect(second.users).toMatchObject([{ number, lifeline: true, bytesLeft: 50 * MB }])
  await change(owner, { expiresAt: new Date(clock.now().getTime() + 30 * 24 * HOUR), usedBytes: 0 })
  await settle(owner)
  const renewed = await pull(agent, second.revision, 20)
  expect(renewed.users).toMatchObject([{ number, state: 'on', bytesLeft: 1000 }])
  expect(renewed.users[0]!.lifeline).toBeUndefined()
})

async function settle({ id, resellerId }: { id: number; resellerId: number }) {
  await inTransaction(db, (tx) => addJob(tx, 'lines.settle', { resellerId, accountId: id }))
}

test('a block, a lock, a pause, a suspended reseller and the switch each end it, and the node hears at once', async () => {
  const { agent, owner, number, user } = await open()
  await expire(owner)
  const isOn = async (since: number) => {
    const { users, revision } = await pull(agent, since, 20)
    expect(users.map((one) => one.number)).toEqual([number])
    return { isOn: users[0]!.state === 'on', revision }
  }
  let { revision } = await pull(agent)
  const hear = async (expected: boolean, work: () => Promise<unknown>) => {
    await work()
    const heard = await isOn(revision)
    expect(heard.isOn).toBe(expected)
    revision = heard.revision
    expect((await pull(agent)).users).toHaveLength(expected ? 1 : 0)
  }
  await hear(false, () => blockUser(now(), user, 'testing', helper))
  await hear(true, () => unblockUser(now(), user, helper))
  const mark = async (marks: { lockedAt: Date | null } | { pausedAt: Date | null }) => {
    await db.kysely.updateTable('accounts').set(marks).where('id', '=', owner.id).execute()
    await settle(owner)
  }
  await hear(false, () => mark({ lockedAt: clock.now() }))
  await hear(true, () => mark({ lockedAt: null }))
  await hear(false, () => mark({ pausedAt: clock.now() }))
  await hear(true, () => mark({ pausedAt: null }))
  const suspend = (on: boolean) =>
    switchReseller(now(), RESELLER, { name: 'suspended', on, reason: null }, 'operator:test')
  await hear(false, () => suspend(true))
  await hear(true, () => suspend(false))
  await hear(false, () => turn(false))
})

test('no reseller has it until the operator switches it on', async () => {
  await turn(false)
  const { agent, owner, number, revision } = await open()
  await expire(owner)
  expect((await pull(agent, revision)).users).toMatchObject([{ number, state: 'off' }])
  expect((await pull(agent)).users).toEqual([])
  expect(await db.kysely.selectFrom('lifelines').selectAll().where('accountId', '=', owner.id).execute()).toEqual([])
})

test('agents that do not ask, foreign agents and other engines never hear of such users', async () => {
  const { agent, owner, number, revision } = await open()
  const token = 'a-token-of-a-foreign-agent-that-is-long-enough'
  const foreign = await buildTrafficNode(db, { uniproxyToken: token })
  const others = [
    { protocol: 'shadowsocks', settings: { cipher: 'aes-256-gcm', engine: 'shadowsocks-libev' } },
    { protocol: 'hysteria2', settings: { engine: 'xray' } },
    { protocol: 'hysteria2', settings: {} },
  ] as const
  const nodeIds: number[] = []
  for (const other of others) nodeIds.push(await buildTrafficNode(db, other))
  for (const nodeId of [foreign, ...nodeIds]) await buildTrafficLine(db, owner, nodeId, { secretKey: config.secretKey })
  await expire(owner)
  const old = await agent.ask(nodeApi.users, { since: revision, wait: 0 })
  expect(old.data.users).toMatchObject([{ number, state: 'off' }])
  expect(old.data).not.toHaveProperty('places')
  expect((await agent.ask(nodeApi.users, { since: 0, wait: 0 })).data.users).toEqual([])
  // The feed no longer lists the line of an agent that went back to an older release.
  expect((await feedOf(owner)).body).not.toContain('node.example')
  for (const nodeId of nodeIds) {
    const told = await pull(await enrolAgent(made, nodeId))
    expect([told.users, told.places]).toEqual([[], undefined])
  }
  const answer = await app.inject({
    method: 'GET',
    url: `/api/v1/server/UniProxy/user?node_id=${foreign}&node_type=vless&token=${token}`,
  })
  expect((JSON.parse(answer.body) as { users: { id: number }[] }).users.map(({ id }) => id)).toEqual([2_147_483_647])
})

test('a node cannot count for lines of another node: nothing of its batch counts', async () => {
  const [one, two] = [await open(), await open()]
  await expire(one.owner)
  const lifeline = [{ number: one.number, up: 5, down: 5 }]
  const answer = await batch(two.agent, { items: [{ number: two.number, up: 1, down: 1 }], lifeline })
  expect([answer.status, answer.code, await usedBy(two.owner)]).toEqual([422, 'node.batch_refused', 0])
  expect((await pull(one.agent)).users).toMatchObject([{ bytesLeft: limits.lifelineBytes }])
})
