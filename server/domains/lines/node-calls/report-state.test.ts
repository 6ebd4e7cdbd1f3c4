import { expect, test } from 'vitest'

import { limits } from '../../../../contract/limits.ts'
import { nodeApi } from '../../../../contract/node-api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../../test/build/traffic-factories.ts'
import { enrolAgent, stateReport } from '../../../test/outside/test-agent.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBlocked } from '../../nodes/blocked-tries.ts'
import { updateNode } from '../../nodes/operator.ts'

const made = await makeApp()
const { db } = made

async function buildNode() {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  const report = (overrides: Parameters<typeof stateReport>[0]) => agent.ask(nodeApi.state, stateReport(overrides))
  return { nodeId, report, agent }
}

const revise = (number: number, revision: number) =>
  db.kysely.updateTable('lines').set({ revision }).where('number', '=', number).execute()
const setRevision = (nodeId: number, revision: number) =>
  db.kysely.updateTable('nodes').set({ revision }).where('id', '=', nodeId).execute()

async function stateOf(number: number): Promise<string> {
  const { state } = await db.kysely
    .selectFrom('lines')
    .select('state')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return state
}

test("stores the node's report, and the latest one counts", async () => {
  const { nodeId, report } = await buildNode()
  await report({ cpuPercent: 5, engine: 'starting' })
  await report({ cpuPercent: 50, memoryPercent: 60, connections: 7, upBps: 8, downBps: 9, boot: 'b2' })
  const rows = await db.kysely.selectFrom('nodeStates').selectAll().where('nodeId', '=', nodeId).execute()
  expect(rows).toMatchObject([
    { engine: 'running', bootId: 'b2', cpuPercent: 50, memoryPercent: 60, connections: 7, upBps: 8, downBps: 9 },
  ])
  expect(rows[0]!.agentVersion).toBe('test')
})

test('adds up what the node’s rules refused by day, each try once, and keeps nothing but numbers', async () => {
  const { nodeId, report } = await buildNode()
  const days = async () => {
    const { rows } = await db.pool.query(
      'select day::text, tries::integer from node_blocked_days where node_id = $1 order by day',
      [nodeId],
    )
    return (rows as { day: string; tries: number }[]).map(({ tries }) => tries)
  }
  const tell = (run: string, count: number) => report({ blocked: { run, count } })
  await tell('first', 0)
  expect(await days()).toEqual([])
  await tell('first', 3)
  // The answer was lost, so it comes again.
  await tell('first', 3)
  await tell('first', 5)
  expect(await days()).toEqual([5])
  // A new agent starts from the beginning.
  await tell('second', 2)
  expect(await days()).toEqual([7])
  clock.shift(24 * 3_600_000)
  await tell('second', 3)
  expect(await days()).toEqual([7, 1])
  expect(await loadBlocked({ db, now: clock.now(), config: made.config }, nodeId)).toEqual({ today: 1, month: 8 })
  clock.shift(30 * 24 * 3_600_000)
  expect(await loadBlocked({ db, now: clock.now(), config: made.config }, nodeId)).toEqual({ today: 0, month: 0 })
  // Without rules, or with an engine that is silent, there is no count: not a count of 0.
  await report({})
  expect(await loadBlocked({ db, now: clock.now(), config: made.config }, nodeId)).toBeNull()
  const told = { run: 'second', count: 4, user: 7 }
  expect((await report({ blocked: told as never })).code).toBe('request.invalid')
  clock.reset()
})

test('fills in the pin of a certificate that the agent made itself, and leaves one that was typed', async () => {
  const settings = { certMode: 'self' }
  const nodeId = await buildTrafficNode(db, { protocol: 'trojan', settings })
  const agent = await enrolAgent(made, nodeId)
  const node = () =>
    db.kysely.selectFrom('nodes').select(['settings', 'revision']).where('id', '=', nodeId).executeTakeFirstOrThrow()
  const { revision } = await node()
  const [first, second, typed, third] = ['1', '2', 'a', '3'].map((digit) => digit.repeat(64)) as [string, ...string[]]
  const tell = (certSha256: string) => agent.ask(nodeApi.state, stateReport({ certSha256 }))
  const type = (change: Record<string, unknown>) =>
    updateNode({ db, now: clock.now(), config: made.config }, nodeId, { settings: change }, 'operator:test')
  await tell(first)
  await tell(first)
  // The agent is not told: its engine would restart.
  expect(await node()).toEqual({ settings: { ...settings, certSha256: first, allowInsecure: true }, revision })
  const audited = db.kysely.selectFrom('auditLog').select('actor').where('subject', '=', `node:${nodeId}`)
  expect((await audited.where('action', '=', 'node.updated').execute()).map(({ actor }) => actor)).toEqual([
    `node:${nodeId}`,
  ])
  await tell(second!)
  expect((await node()).settings).toMatchObject({ certSha256: second })
  await type({ ...settings, certSha256: typed })
  await tell(third!)
  expect((await node()).settings).toEqual({ ...settings, certSha256: typed })
  // Removing the typed one brings the agent's back.
  await type(settings)
  await tell(third!)
  expect((await node()).settings).toMatchObject({ certSha256: third })
  // With the certificate its pin goes.
  await type({ ...((await node()).settings as object), certMode: 'file' })
  expect((await node()).settings).toEqual({ certMode: 'file' })
  expect((await tell('x')).code).toBe('request.invalid')
})

test('activates lines that the node has applied, newer ones wait', async () => {
  const { nodeId, report } = await buildNode()
  const { nodeId: otherId } = await buildNode()
  const owners = [await buildSubscriber(db), await buildSubscriber(db)]
  const [older, newer] = [
    await buildTrafficLine(db, owners[0]!, nodeId, { state: 'installing' }),
    await buildTrafficLine(db, owners[1]!, nodeId, { state: 'installing' }),
  ]
  const elsewhere = await buildTrafficLine(db, owners[0]!, otherId, { state: 'installing' })
  await revise(older, 2)
  await revise(newer, 3)
  await setRevision(nodeId, 3)
  await report({ appliedRevision: 2, engine: 'starting' })
  expect(await stateOf(older)).toBe('installing')
  await report({ appliedRevision: 2 })
  expect([await stateOf(older), await stateOf(newer), await stateOf(elsewhere)]).toEqual([
    'active',
    'installing',
    'installing',
  ])
  await report({ appliedRevision: 3 })
  expect(await stateOf(newer)).toBe('active')
})

test("ignores a revision higher than the node's own", async () => {
  const { nodeId, report } = await buildNode()
  const number = await buildTrafficLine(db, await buildSubscriber(db), nodeId, { state: 'installing' })
  await report({ appliedRevision: 99 })
  expect(await stateOf(number)).toBe('installing')
})

test('fails a line that the node could not apply, and tells the node to drop it', async () => {
  const { nodeId, report, agent } = await buildNode()
  const { nodeId: otherId } = await buildNode()
  const [one, two] = [await buildSubscriber(db), await buildSubscriber(db)]
  const waiting = await buildTrafficLine(db, one, nodeId, { state: 'installing' })
  const working = await buildTrafficLine(db, two, nodeId)
  const elsewhere = await buildTrafficLine(db, one, otherId)
  await report({ appliedRevision: 1, failed: [waiting, working, elsewhere, 999_999_999] })
  expect([await stateOf(waiting), await stateOf(working), await stateOf(elsewhere)]).toEqual([
    'failed',
    'failed',
    'active',
  ])
  const { data } = await agent.ask(nodeApi.users, { since: 1, wait: 0 })
  expect(data.users.map(({ number, state }) => ({ number, state }))).toEqual([
    { number: waiting, state: 'off' },
    { number: working, state: 'off' },
  ])
})

test('names the newest addresses beyond the device limit, over all nodes of the account', async () => {
  const [home, away] = [await buildNode(), await buildNode()]
  const owner = await buildSubscriber(db, { deviceLimit: 2 })
  const [here, there] = [await buildTrafficLine(db, owner, home.nodeId), await buildTrafficLine(db, owner, away.nodeId)]
  const seen = async (at: typeof home, number: number, addresses: string[]) => {
    clock.shift(30_000)
    return (await at.report({ addresses: [{ number, addresses }] })).data.over
  }
  expect(await seen(home, here, ['203.0.113.1'])).toEqual([])
  expect(await seen(away, there, ['203.0.113.1', '::ffff:203.0.113.1', '2001:DB8::1'])).toEqual([])
  expect(await seen(home, here, ['203.0.113.9', '203.0.113.1'])).toEqual([{ number: here, addresses: ['203.0.113.9'] }])
  expect(await seen(away, there, ['2001:db8::1'])).toEqual([])
  expect(await seen(home, here, ['203.0.113.9'])).toEqual([{ number: here, addresses: ['203.0.113.9'] }])
  // The first two leave. Five minutes after each was last seen, its place is free.
  clock.shift(limits.deviceSeenMs - 75_000)
  expect(await seen(home, here, ['203.0.113.8', '203.0.113.9'])).toEqual([{ number: here, addresses: ['203.0.113.8'] }])
  expect(await seen(home, here, ['203.0.113.8', '203.0.113.9'])).toEqual([])
  // The first one comes back and is now the newest.
  expect(await seen(away, there, ['203.0.113.1'])).toEqual([{ number: there, addresses: ['203.0.113.1'] }])
  clock.reset()
})

test('counts devices for each account separately and skips a foreign number', async () => {
  const [{ report, nodeId }, { nodeId: otherId }] = [await buildNode(), await buildNode()]
  const [one, two] = [
    await buildSubscriber(db, { deviceLimit: 1 }),
    await buildSubscriber(db, { deviceLimit: 1, resellerId: 260 }),
  ]
  const [first, second] = [await buildTrafficLine(db, one, nodeId), await buildTrafficLine(db, two, nodeId)]
  const foreign = await buildTrafficLine(db, one, otherId)
  const addresses = [
    { number: first, addresses: ['198.51.100.1'] },
    { number: second, addresses: ['198.51.100.2'] },
    { number: foreign, addresses: ['198.51.100.3', '198.51.100.4'] },
  ]
  expect((await report({ addresses })).data.over).toEqual([])
  const rows = await db.kysely
    .selectFrom('lineAddresses')
    .select('accountId')
    .where('nodeId', 'in', [nodeId, otherId])
    .execute()
  expect(rows.map(({ accountId }) => accountId).sort()).toEqual([one.id, two.id].sort())
  const state = await db.kysely.selectFrom('nodeStates').select('onlineUsers').where('nodeId', '=', nodeId).execute()
  expect(state).toEqual([{ onlineUsers: 3 }])
})

test('refuses a malformed address and stores nothing', async () => {
  const { nodeId, report } = await buildNode()
  const number = await buildTrafficLine(db, await buildSubscriber(db), nodeId)
  const answer = await report({ addresses: [{ number, addresses: ['203.0.113.1', 'localhost'] }] })
  expect([answer.status, answer.code]).toEqual([400, 'request.invalid'])
  expect(await db.kysely.selectFrom('lineAddresses').selectAll().where('nodeId', '=', nodeId).execute()).toEqual([])
  expect(await db.kysely.selectFrom('nodeStates').selectAll().where('nodeId', '=', nodeId).execute()).toEqual([])
})

test('tells an agent that lost its record the last batch of this boot', async () => {
  const { nodeId, report } = await buildNode()
  const batch = { nodeId, upBytes: 1, downBytes: 1, receivedAt: clock.now() }
  for (const [bootId, seq] of [
    ['boot-1', 4],
    ['boot-1', 7],
    ['boot-2', 9],
  ] as const) {
    await db.kysely
      .insertInto('trafficBatches')
      .values({ ...batch, batchId: `${bootId}.${seq}-xx`, bootId, seq })
      .execute()
  }
  expect((await report({ boot: 'boot-1' })).data.lastSeq).toBe(7)
  expect((await report({ boot: 'boot-3' })).data.lastSeq).toBe(0)
})
