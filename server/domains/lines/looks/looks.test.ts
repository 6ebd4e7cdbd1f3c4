import { randomUUID, X509Certificate } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Static } from 'typebox'
import { beforeEach, expect, test } from 'vitest'

import { MINUTE_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import { nodeApi, nodeProbe, type NodeFinding } from '../../../../contract/node-api.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { hearNode } from '../../../test/build/build-monitor.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildTrafficNode } from '../../../test/build/traffic-factories.ts'
import { selfSigned } from '../../../test/outside/self-signed.ts'
import { enrolAgent, type TestAgent } from '../../../test/outside/test-agent.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadNode } from '../../nodes/load-node.ts'
import { nodeHealth } from '../node-state.ts'
import { lookFromHere } from './look-from-here.ts'

const made = await makeApp()
const { db, config } = made

beforeEach(async () => {
  clock.reset()
  await db.pool.query('update nodes set removed_at = now() where removed_at is null')
})

async function build(address: string, changes: object = {}): Promise<{ id: number; agent: TestAgent }> {
  const id = await buildHeard(address, changes)
  return { id, agent: await enrolAgent(made, id) }
}

async function buildHeard(address: string, changes: object): Promise<number> {
  const id = await buildTrafficNode(db, { address, ...changes })
  await hearNode(made, id, clock.now())
  await db.kysely.updateTable('nodeStates').set({ lookedAt: null, lookWay: null }).where('nodeId', '=', id).execute()
  return id
}

type Told = Static<typeof nodeApi.looks.input>
const ask = async (agent: TestAgent, more: Partial<Told> = {}) =>
  (await agent.ask(nodeApi.looks, { engines: [], hasProbe: false, findings: [], ...more })).data.looks
const failed = (nodeId: number): NodeFinding => ({ nodeId, way: 'tcp', ms: 5000, fault: 'timeout' })
const well = (nodeId: number): NodeFinding => ({ nodeId, way: 'tcp', ms: 20, fault: null })

async function healthOf(id: number) {
  await stayHeard(id)
  return nodeHealth((await loadNode({ db }, id))!, clock.now())
}
/** Its agent reports on while the clock runs. */
async function stayHeard(id: number): Promise<void> {
  await db.kysely.updateTable('nodeStates').set({ seenAt: clock.now() }).where('nodeId', '=', id).execute()
}

test('a node is looked at by another one that stands elsewhere, with what its clients know', async () => {
  const one = await build('a.example', {
    settings: { network: 'ws', path: '/x', relayAddress: 'relay.example', relayPort: 8443 },
  })
  const beside = await build('A.example')
  expect(await ask(one.agent)).toEqual([])
  const two = await build('b.example')
  await ask(beside.agent)
  const looks = await ask(two.agent)
  expect(looks.map(({ nodeId }) => nodeId)).toEqual([one.id, beside.id])
  expect(looks[0]).toMatchObject({
    address: 'relay.example',
    port: 8443,
    settings: { network: 'ws' },
    credential: null,
  })
  expect(
    (await ask(one.agent)).map(({ nodeId }) => nodeId).concat((await ask(beside.agent)).map((l) => l.nodeId)),
  ).toEqual([two.id])
})

test("a reseller's own node is told only to its own nodes", async () => {
  for (const id of [260, 261]) await buildReseller(db, { id })
  const own = await build('a.example', { resellerId: 260 })
  const [shared, theirs] = [await build('b.example'), await build('c.example', { resellerId: 261 })]
  const looksOf = async ({ agent }: { agent: TestAgent }) => (await ask(agent)).map(({ nodeId }) => nodeId)
  for (const each of [own, shared, theirs]) await ask(each.agent)
  expect([await looksOf(shared), await looksOf(theirs)].flat()).not.toContain(own.id)
  const second = await build('d.example', { resellerId: 260 })
  expect(await looksOf(second)).toContain(own.id)
})

test('three failures call a node down, with the reason; one good look ends that', async () => {
  const [one, two, three] = [await build('a.example'), await build('b.example'), await build('c.example')]
  const others = [two, three]
  for (const each of [one, ...others]) await ask(each.agent)
  expect(await healthOf(one.id)).toMatchObject({ state: 'up', check: 'none' })
  const lookers: number[] = []
  for (const count of [1, 2, 3]) {
    clock.shift(MINUTE_MS)
    for (const each of others) {
      const looks = await ask(each.agent)
      if (!looks.some(({ nodeId }) => nodeId === one.id)) continue
      lookers.push(each.id)
      await ask(each.agent, { findings: [failed(one.id)] })
      break
    }
    expect([count, (await healthOf(one.id)).state]).toEqual([count, count < limits.nodeLookFailures ? 'up' : 'down'])
  }
  // After a failure another machine looks.
  expect(new Set(lookers)).toEqual(new Set(others.map(({ id }) => id)))
  expect(await healthOf(one.id)).toEqual({ state: 'down', check: 'none', reason: 'timeout' })
  clock.shift(MINUTE_MS)
  for (const each of others) await ask(each.agent, { findings: [well(one.id)] })
  expect(await healthOf(one.id)).toEqual({ state: 'up', check: 'port', reason: null })
  clock.shift(limits.nodeLookKeptMs + 1000)
  expect(await healthOf(one.id)).toEqual({ state: 'up', check: 'none', reason: null })
})

test('an agent is believed about the nodes it was to look at, and once a minute', async () => {
  const [one, two, three] = [await build('a.example'), await build('b.example'), await build('c.example')]
  const all = [one, two, three]
  for (const each of all) await ask(each.agent)
  const ids = all.map(({ id }) => id)
  const states = async () => {
    const rows = db.kysely.selectFrom('nodeStates').select(['nodeId', 'lookFailures']).where('nodeId', 'in', ids)
    return rows.where('lookedBy', 'is not', null).execute()
  }
  const mine = (await ask(two.agent)).map(({ nodeId }) => nodeId)
  await ask(two.agent, { findings: all.map(({ id }) => failed(id)).concat(failed(2_000_000_000)) })
  expect((await states()).map(({ nodeId }) => nodeId).toSorted()).toEqual(mine.toSorted())
  for (let tries = 0; tries < 5; tries += 1)
    for (const each of all) await ask(each.agent, { findings: mine.map(failed) })
  expect((await states()).every(({ lookFailures }) => lookFailures === 1)).toBe(true)
})

test('the credential of a probe goes to its node and to who looks at it, and nowhere else', async () => {
  const [one, two] = [await build('a.example'), await build('b.example')]
  const { setup } = (await one.agent.ask(nodeApi.users, { since: 0, wait: 0 })).data
  const credential = setup!.probe!.credential
  expect(credential).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  await ask(one.agent, { hasProbe: true })
  const [look] = await ask(two.agent, { engines: ['xray'] })
  expect(look).toMatchObject({ nodeId: one.id, credential })
  await ask(one.agent, { hasProbe: false })
  expect((await ask(two.agent, { engines: ['xray'] }))[0]).toMatchObject({ nodeId: one.id, credential: null })
  const other = (await two.agent.ask(nodeApi.users, { since: 0, wait: 0 })).data.setup!.probe!.credential
  expect(other).not.toBe(credential)
})

test('the portal serves a kilobyte to everybody who looks, without asking the database', async () => {
  const answer = await made.app.inject({ method: 'GET', url: nodeProbe.path })
  expect([answer.statusCode, answer.body.length]).toEqual([200, nodeProbe.bytes])
})

test('UDP is only looked at by an engine that speaks it, and is never called well without one', async () => {
  const one = await build('a.example', { protocol: 'hysteria2', settings: { engine: 'xray' } })
  const [two, three] = [await build('b.example'), await build('c.example')]
  await ask(one.agent, { hasProbe: true })
  const looksOf = async (engines: 'xray'[]) => {
    await ask(three.agent)
    return (await ask(two.agent, { engines })).filter(({ nodeId }) => nodeId === one.id)
  }
  expect(await looksOf([])).toEqual([])
  expect(await looksOf(['xray'])).toHaveLength(1)
  expect((await healthOf(one.id)).check).toBe('none')
})

test('the server tries the ports of nodes that no other node looks at', async () => {
  const door = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as AddressInfo
  const open = await buildHeard('127.0.0.1', { port, uniproxyToken: randomUUID() })
  const udp = await buildHeard('127.0.0.1', { port, uniproxyToken: randomUUID(), protocol: 'tuic', settings: {} })
  const job = () => lookFromHere({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
  await job()
  expect([(await healthOf(open)).check, (await healthOf(udp)).check]).toEqual(['port', 'none'])
  await new Promise((resolve) => door.close(resolve))
  for (let count = 0; count < 3; count += 1) {
    clock.shift(MINUTE_MS)
    await job()
  }
  expect(await healthOf(open)).toMatchObject({ state: 'down', reason: 'refused' })
})

test('what certificate a node shows is kept until it shows another one, or one that others signed', async () => {
  const [one, two] = [await build('a.example', { protocol: 'trojan', settings: {} }), await build('b.example')]
  await ask(two.agent)
  const seen = async () => (await loadNode({ db }, one.id))!.lookCertSha256
  const find = async (more: Partial<NodeFinding>) => {
    clock.shift(MINUTE_MS)
    await ask(two.agent, { findings: [{ nodeId: one.id, way: 'tls', ms: 20, fault: null, ...more }] })
    return seen()
  }
  const [own, other] = ['1'.repeat(64), '2'.repeat(64)]
  expect(await find({ fault: 'tls', certSha256: own })).toBe(own)
  expect(await find({ fault: 'timeout' })).toBe(own)
  expect(await find({ way: 'tcp' })).toBe(own)
  expect(await find({ certSha256: other })).toBe(other)
  expect(await find({})).toBeNull()
})

test('the server sees the certificate of a node that no other node looks at', async () => {
  const door = createTlsServer(selfSigned, (socket) => socket.destroy())
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as AddressInfo
  const foreign = (at: number) => ({ port: at, uniproxyToken: randomUUID(), protocol: 'trojan', settings: {} })
  const id = await buildHeard('127.0.0.1', foreign(port))
  const plain = createServer(
    (socket) =>
      void socket
        .on('error', () => {})
        .resume()
        .end('no TLS'),
  )
  await new Promise<void>((resolve) => void plain.listen(0, '127.0.0.2', resolve))
  const other = await buildHeard('127.0.0.2', foreign((plain.address() as AddressInfo).port))
  await lookFromHere({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
  const [shown, none] = [(await loadNode({ db }, id))!, (await loadNode({ db }, other))!]
  expect(shown).toMatchObject({ lookWay: 'tls', lookFault: null })
  expect(shown.lookCertSha256).toBe(
    new X509Certificate(selfSigned.cert).fingerprint256.replaceAll(':', '').toLowerCase(),
  )
  // It is only told what the server cannot judge alone: that the port is open.
  expect(none).toMatchObject({ lookWay: 'tcp', lookFault: null, lookCertSha256: null })
  for (const each of [door, plain]) await new Promise((resolve) => each.close(resolve))
})
