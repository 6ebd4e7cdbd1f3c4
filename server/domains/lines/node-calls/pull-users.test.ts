import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

import { limits } from '../../../../contract/limits.ts'
import { nodeApi } from '../../../../contract/node-api.ts'
import { clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import * as listening from '../../../platform/db/listen.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../../test/build/traffic-factories.ts'
import { enrolAgent, type TestAgent } from '../../../test/outside/test-agent.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { bumpRevision, NODE_CHANGED } from '../../nodes/bump-revision.ts'
import { removeNode, updateNode } from '../../nodes/operator.ts'
import { alignLines } from '../align-lines.ts'

const made = await makeApp()
const { db, config } = made
const secretKey = config.secretKey
const operator = () => ({ db, config, now: clock.now() })

async function buildLine(nodeId: number, overrides: Parameters<typeof buildSubscriber>[1] = {}) {
  const owner = await buildSubscriber(db, overrides)
  const credential = crypto.randomUUID()
  const number = await buildTrafficLine(db, owner, nodeId, { secretKey, credential })
  await touch(nodeId, number)
  return { owner, number, credential }
}

/** Changes a line in the way all code does. */
function touch(nodeId: number, number: number, changes: { state?: 'removed' | 'active' } = {}): Promise<number> {
  return inTransaction(db, async (tx) => {
    const revision = await bumpRevision(tx, nodeId)
    await tx.kysely
      .updateTable('lines')
      .set({ revision, ...changes })
      .where('number', '=', number)
      .execute()
    return revision
  })
}

const pull = async (agent: TestAgent, since: number, wait = 0) => (await agent.ask(nodeApi.users, { since, wait })).data

test('sends all users first, then only changes, and nothing twice', async () => {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  const [one, two] = [await buildLine(nodeId, { totalBytes: 5000 }), await buildLine(nodeId)]
  const full = await pull(agent, 0)
  expect(full).toMatchObject({ full: true, setup: { nodeId, protocol: 'vless' } })
  expect(full.users).toHaveLength(2)
  expect(full.users[0]).toMatchObject({
    number: one.number,
    generation: 1,
    state: 'on',
    credential: one.credential,
    port: null,
    bytesLeft: 5000,
    deviceLimit: 3,
    mode: 'standard',
  })
  expect(full.users[0]).not.toHaveProperty('speedClass')
  expect(Date.parse(full.users[0]!.notAfter!)).toBeGreaterThan(Date.parse(full.leaseUntil))
  expect(Date.parse(full.leaseUntil) - Date.parse(full.now)).toBe(limits.nodeLeaseMs)
  expect(await pull(agent, full.revision)).toMatchObject({
    full: false,
    setup: null,
    users: [],
    revision: full.revision,
  })
  await touch(nodeId, two.number)
  const delta = await pull(agent, full.revision)
  expect(delta).toMatchObject({ full: false, setup: null, revision: full.revision + 1 })
  expect(delta.users.map(({ number }) => number)).toEqual([two.number])
})

test('sends a user who lost access as off without a credential, and omits them from the full list', async () => {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  const [paused, removed] = [await buildLine(nodeId), await buildLine(nodeId)]
  const { revision } = await pull(agent, 0)
  await db.kysely.updateTable('accounts').set({ pausedAt: clock.now() }).where('id', '=', paused.owner.id).execute()
  await inTransaction(db, (tx) =>
    alignLines({ db: tx, now: clock.now() }, { resellerId: paused.owner.resellerId, accountId: paused.owner.id }),
  )
  await touch(nodeId, removed.number, { state: 'removed' })
  const { users, full } = await pull(agent, revision)
  expect(full).toBe(false)
  const off = { state: 'off', credential: null, port: null, notAfter: null, bytesLeft: null }
  expect(users).toMatchObject([
    { ...off, number: paused.number },
    { ...off, number: removed.number },
  ])
  expect((await pull(agent, 0)).users).toEqual([])
})

test('two nodes never see each other’s users', async () => {
  const [one, two] = [await buildTrafficNode(db), await buildTrafficNode(db)]
  const agents = [await enrolAgent(made, one), await enrolAgent(made, two)]
  const lines = [await buildLine(one), await buildLine(two, { resellerId: 260 })]
  for (const [index, agent] of agents.entries()) {
    const { users } = await pull(agent, 0)
    expect(users.map(({ number, credential }) => ({ number, credential }))).toEqual([
      { number: lines[index]!.number, credential: lines[index]!.credential },
    ])
    const other = await agent.ask(nodeApi.users, { since: 0, wait: 0 }, { nodeId: index === 0 ? two : one })
    expect(other.code).toBe('node.refused')
  }
})

test("sends the bytes left at the node's rate, and none where traffic is free", async () => {
  for (const [ratePercent, bytesLeft] of [
    [50, 2000],
    [200, 500],
    [300, 333],
    [0, null],
  ] as const) {
    const nodeId = await buildTrafficNode(db, { ratePercent })
    await buildLine(nodeId, { totalBytes: 1000 })
    const { users } = await pull(await enrolAgent(made, nodeId), 0)
    expect([ratePercent, users[0]!.bytesLeft]).toEqual([ratePercent, bytesLeft])
  }
})

test('sends everybody again with new settings or another rate', async () => {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  await buildLine(nodeId, { totalBytes: 1000 })
  const { revision } = await pull(agent, 0)
  await updateNode(operator(), nodeId, { region: 'JP' }, 'operator:test')
  expect(await pull(agent, revision)).toMatchObject({ revision, setup: null })
  await updateNode(operator(), nodeId, { ratePercent: 200, settings: { network: 'ws', path: '/x' } }, 'operator:test')
  const told = await pull(agent, revision)
  expect(told).toMatchObject({ full: true, setup: { settings: { network: 'ws', path: '/x' } } })
  expect(told.users).toMatchObject([{ bytesLeft: 500 }])
  expect((await pull(agent, told.revision)).setup).toBeNull()
})

test('sends everybody for a future revision, as after restoring a backup', async () => {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  await buildLine(nodeId)
  const told = await pull(agent, 1_000_000)
  expect([told.full, told.users.length, told.revision < 1_000_000]).toEqual([true, 1, true])
})

test('tells a removed node at once that nobody may use it, and nothing a day later', async () => {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  await buildLine(nodeId)
  const { revision } = await pull(agent, 0)
  await removeNode(operator(), nodeId, 'operator:test')
  expect(await pull(agent, revision, 30)).toMatchObject({ full: true, users: [] })
  clock.shift(86_400_000 + 1000)
  expect((await agent.ask(nodeApi.users, { since: 0, wait: 0 })).code).toBe('node.refused')
  clock.reset()
})

/** Resolves when a waiting call listens for changes. */
function heard(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = listening.listen(db, NODE_CHANGED, () => {}, resolve)
  return promise.then(stop)
}

test('a change wakes a waiting call within the same request', async () => {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  const { number } = await buildLine(nodeId)
  const { revision } = await pull(agent, 0)
  // Stop the poll every two seconds, so that only the notification can wake the call.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    let isAnswered = false
    const waiting = pull(agent, revision, 30).finally(() => (isAnswered = true))
    await heard()
    expect(isAnswered).toBe(false)
    await touch(nodeId, number)
    expect((await waiting).users.map((user) => user.number)).toEqual([number])
  } finally {
    vi.useRealTimers()
  }
})

test('a change of another node wakes no call', async () => {
  const [nodeId, otherId] = [await buildTrafficNode(db), await buildTrafficNode(db)]
  const agent = await enrolAgent(made, nodeId)
  const [own, other] = [await buildLine(nodeId), await buildLine(otherId)]
  const { revision } = await pull(agent, 0)
  const waiting = pull(agent, revision, 30)
  await touch(otherId, other.number)
  const changed = await touch(nodeId, own.number)
  const { users, revision: told } = await waiting
  expect([told, users.map(({ number }) => number)]).toEqual([changed, [own.number]])
})

test('a lost notification delays a change only until the next poll', async () => {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  const { revision } = await pull(agent, 0)
  const waiting = pull(agent, revision, 30)
  await heard()
  await db.kysely
    .updateTable('nodes')
    .set({ revision: revision + 1 })
    .where('id', '=', nodeId)
    .execute()
  expect((await waiting).revision).toBe(revision + 1)
})

test('answers that nothing changed after the wait', async () => {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  const { revision } = await pull(agent, 0)
  expect(await pull(agent, revision, 1)).toMatchObject({ revision, full: false, users: [] })
})

test('listens again after the database went away while a call waited', async () => {
  const nodeId = await buildTrafficNode(db)
  const agent = await enrolAgent(made, nodeId)
  const { number } = await buildLine(nodeId)
  const { revision } = await pull(agent, 0)
  const waiting = pull(agent, revision, 30)
  await heard()
  await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`)
  await heardAgain()
  await touch(nodeId, number)
  expect((await waiting).users.map((user) => user.number)).toEqual([number])
})

async function heardAgain(): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query(`select 1 from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`)
    if (rows.length > 0) return
    await delay(20)
  }
}

test('a closing server answers open calls at once', async () => {
  const second = await makeApp()
  const nodeId = await buildTrafficNode(second.db)
  const agent = await enrolAgent(second, nodeId)
  const { revision } = await pull(agent, 0)
  const waiting = pull(agent, revision, 30)
  const { promise: isHearing, resolve } = Promise.withResolvers<void>()
  listening.listen(second.db, NODE_CHANGED, () => {}, resolve)
  await isHearing
  await second.app.close()
  expect(await waiting).toMatchObject({ revision, users: [] })
})
