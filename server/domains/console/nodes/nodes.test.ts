import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { agentVersion } from '../../../../contract/agent-release.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { nodeApi } from '../../../../contract/node-api.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildWatchedNode } from '../../../test/build/build-monitor.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { makeEncryptionPair } from '../../../test/build/encryption-pair.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { buildLine } from '../../../test/build/line-desk.ts'
import { enrolAgent, stateReport } from '../../../test/outside/test-agent.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { recordMinute } from '../../monitor/watch/record-minute.ts'
import { signBundle } from '../../nodes/agents/releases.ts'
import { loadNodeSecrets } from '../../nodes/node-secrets.ts'
import { saveLoad } from '../../nodes/save-state.ts'

const made = await makeApp()
const { db, config } = made
const operator = await buildStaff(made, { resellerId: null })
const viewer = await buildStaff(made, { resellerId: null, role: 'viewer' })
const { nodes } = consoleApi
beforeEach(() => clock.reset())

const wish = {
  name: '香港一',
  names: { en: 'Hong Kong 1' },
  region: 'HK',
  address: 'hk1.example.net',
  port: 443,
  ratePercent: 100,
  capacity: 10,
  speedMbps: 1000,
  suits: ['video' as const],
  settings: { network: 'ws', path: '/x', security: 'tls' },
}
const add = async (change: object = {}) =>
  operator.call(nodes.add, { ...wish, protocol: 'vless', connection: 'agent', ...change })
const lastAudit = () =>
  db.kysely.selectFrom('auditLog').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test('a node is added by its form, enrolled by the shown line, and reports to the waiting page', async () => {
  const { status, data } = await add()
  expect(status).toBe(200)
  const { nodeId } = data
  const shown = async () => (await operator.call(nodes.show, { nodeId })).data
  expect(await shown()).toMatchObject({ state: 'new', enrolledAt: null, enrolUntil: null, seenAt: null })
  const issued = await operator.call(nodes.enrol, { nodeId })
  const token = / --token (en1\.[\w-]+)/.exec(issued.data.command)![1]!
  expect(issued.data.command).toContain(`--server ${config.publicUrl}`)
  const waiting = await operator.call(nodes.show, { nodeId })
  expect(waiting.data.enrolUntil).toBe(issued.data.expiresAt)
  // The token is in that one answer only.
  expect(waiting.text).not.toContain(token)
  expect(JSON.stringify(await db.kysely.selectFrom('auditLog').selectAll().execute())).not.toContain(token)
  await made.call(nodeApi.enrol, { token, agentVersion: '9.9' })
  expect(await shown()).toMatchObject({ enrolUntil: null, enrolledAt: expect.any(String) as string })
  await db.kysely
    .insertInto('nodeStates')
    .values({ nodeId, seenAt: clock.now(), engine: 'running', agentVersion: '9.9', latencyMs: 41 })
    .execute()
  expect(await shown()).toMatchObject({ state: 'up', agentVersion: '9.9', latencyMs: 41, engine: 'running' })
})

test('problems of a node are named by field, and nothing is written', async () => {
  const refused = await add({ name: '香港九', settings: { network: 'ws' } })
  expect([refused.status, refused.code]).toEqual([400, 'request.invalid'])
  expect(refused.text).toContain('settings.path')
  expect((await add({ name: '香港九', protocol: 'tuic', settings: {} })).text).toContain('our agent runs')
  expect((await add({ name: '香港二' })).code).toBe('node.port_taken')
  const named = await db.kysely.selectFrom('nodes').select('id').where('name', 'in', ['香港九', '香港二']).execute()
  expect(named).toEqual([])
})

test('editing, switching maintenance and removing are each audited with before and after', async () => {
  const { nodeId } = (await add({ name: '东京一', address: 'jp1.example.net' })).data
  const edited = await operator.call(nodes.edit, {
    nodeId,
    ratePercent: 150,
    capacity: 20,
    settings: { security: 'tls' },
  })
  expect(edited.data.fields.toSorted()).toEqual(['capacity', 'ratePercent', 'settings'])
  expect(await lastAudit()).toMatchObject({
    action: 'node.updated',
    actor: `staff:${operator.staffId}`,
    before: { ratePercent: 100, capacity: 10, settings: 'changed' },
    after: { ratePercent: 150, capacity: 20, settings: 'changed' },
  })
  await operator.call(nodes.maintenance, { nodeId, on: true })
  expect((await operator.call(nodes.show, { nodeId })).data.state).toBe('maintenance')
  await operator.call(nodes.maintenance, { nodeId, on: false })
  await operator.call(nodes.remove, { nodeId })
  expect((await operator.call(nodes.show, { nodeId })).code).toBe('object.unknown')
})

test('a certificate that apps do not know is offered and taken, and none but the one that was read', async () => {
  const settings = { sni: 'sg.example.net' }
  const place = { name: '狮城', address: 'sg1.example.net', protocol: 'trojan', connection: 'uniproxy', settings }
  const { nodeId } = (await add(place)).data
  const shown = async () => (await operator.call(nodes.show, { nodeId })).data.unpinned
  expect(await shown()).toBeNull()
  const seen = 'ab'.repeat(32)
  await db.kysely.insertInto('nodeStates').values({ nodeId, seenAt: clock.now(), lookCertSha256: seen }).execute()
  expect(await shown()).toEqual({ seen })
  const refused = await operator.call(nodes.pin, { nodeId, seen: 'cd'.repeat(32) })
  expect([refused.code, await shown()]).toEqual(['request.invalid', { seen }])
  expect((await operator.call(nodes.pin, { nodeId, seen })).status).toBe(200)
  const taken = (await operator.call(nodes.show, { nodeId })).data
  expect(taken).toMatchObject({ unpinned: null, settings: { ...settings, certSha256: seen, allowInsecure: true } })
  expect((await operator.call(nodes.pin, { nodeId, seen })).code).toBe('request.invalid')
})

test('shows how often the rules of a node refused somebody, and nothing where nobody counts', async () => {
  const { nodeId } = (await add({ name: '大阪', address: 'jp9.example.net', settings: { blockPorts: '25' } })).data
  const shown = async () => (await operator.call(nodes.show, { nodeId })).data.blocked
  expect(await shown()).toBeNull()
  const agent = await enrolAgent(made, nodeId)
  for (const count of [0, 12]) await agent.ask(nodeApi.state, stateReport({ blocked: { run: 'r', count } }))
  expect(await shown()).toEqual({ today: 12, month: 12 })
  const foreign = await add({ name: '大阪二', address: 'jp8.example.net', connection: 'uniproxy' })
  await saveLoad(db, foreign.data.nodeId, { cpuPercent: 1, memoryPercent: 1 }, clock.now())
  expect((await operator.call(nodes.show, { nodeId: foreign.data.nodeId })).data.blocked).toBeNull()
})

test('REALITY keys can be written but never read', async () => {
  const key = (letter: string) => letter.repeat(43)
  const settings = { security: 'reality', sni: 'www.example.com', publicKey: key('p') }
  const reality = { name: '台北', address: 'tw1.example.net', connection: 'uniproxy', settings }
  const { nodeId } = (await add({ ...reality, realityPrivateKey: key('s') })).data
  const done = await operator.call(nodes.replaceKey, { nodeId, privateKey: key('t'), publicKey: key('q') })
  expect(done.status).toBe(200)
  const shown = await operator.call(nodes.show, { nodeId })
  expect(shown.data).toMatchObject({ hasPrivateKey: true, settings: { publicKey: key('q') } })
  expect([shown.text.includes(key('s')), shown.text.includes(key('t'))]).toEqual([false, false])
  const { data } = await operator.call(nodes.uniproxyToken, { nodeId })
  expect((await operator.call(nodes.show, { nodeId })).text).not.toContain(data.token)
})

test('the pair of an encryption is set, replaced and taken away; the node’s half is never read', async () => {
  const [first, second] = [makeEncryptionPair(), makeEncryptionPair('ml-kem-768')]
  const place = { name: '高雄', address: 'tw2.example.net', settings: { encryption: first.encryption } }
  expect((await add(place)).data).toMatchObject({ fields: { 'secrets.decryption': 'needed with encryption' } })
  const { nodeId } = (await add({ ...place, decryption: first.decryption })).data
  const agent = await enrolAgent(made, nodeId)
  const told = async () => (await agent.ask(nodeApi.users, { since: 0, wait: 0 })).data.setup
  const set = (encryption: string, decryption: string) =>
    operator.call(nodes.setEncryption, { nodeId, encryption, decryption })
  const shown = () => operator.call(nodes.show, { nodeId })
  expect((await shown()).data).toMatchObject({ hasPrivateKey: false, settings: { encryption: first.encryption } })
  expect(await told()).toMatchObject({ secrets: { decryption: first.decryption } })
  expect((await set(first.encryption, second.decryption)).code).toBe('request.invalid')
  expect((await set(second.encryption, '')).code).toBe('request.invalid')
  expect(await set(` ${second.encryption}\n`, second.decryption)).toMatchObject({ status: 200 })
  expect(await told()).toMatchObject({
    settings: { encryption: second.encryption },
    secrets: { decryption: second.decryption },
  })
  for (const half of [first.decryption, second.decryption]) expect((await shown()).text).not.toContain(half)
  // Taking the clients' half away in the form takes both.
  expect((await operator.call(nodes.edit, { nodeId, settings: {} })).data).toEqual({ fields: ['settings', 'secrets'] })
  expect(await told()).not.toHaveProperty('secrets')
  await set(first.encryption, first.decryption)
  expect(await set('', '')).toMatchObject({ status: 200 })
  expect(await loadNodeSecrets({ db, config }, nodeId)).toBeNull()
  expect((await set('', first.decryption)).code).toBe('request.invalid')
  expect((await set('none', '')).code).toBe('request.invalid')
})

test('the list shows the worst first and can be searched, filtered, sorted and paged', async () => {
  const old = new Date(clock.now().getTime() - 60_000)
  const silent = await buildWatchedNode(made, { name: 'List silent', seenAt: old })
  const up = await buildWatchedNode(made, { name: 'List up', region: 'SG' })
  const list = async (input: object) => (await viewer.call(nodes.list, { search: 'list', ...input })).data
  const ids = async (input: object = {}) => (await list(input)).rows.map(({ id }) => id)
  expect(await ids()).toEqual([silent, up])
  expect(await ids({ sort: '-onlineUsers' })).toEqual([up, silent])
  expect(await ids({ state: 'silent' })).toEqual([silent])
  expect(await ids({ region: 'SG' })).toEqual([up])
  const first = await list({ limit: 1 })
  expect(first).toMatchObject({ count: 2, countIsFloor: false })
  expect(await ids({ limit: 1, cursor: first.nextCursor! })).toEqual([up])
  expect((await viewer.call(nodes.list, { cursor: 'x' })).code).toBe('request.invalid')
})

test('plots come from the minutes that the watch recorded', async () => {
  const nodeId = await buildWatchedNode(made, { name: 'Plotted' })
  await db.kysely.updateTable('nodeStates').set({ latencyMs: 80 }).where('nodeId', '=', nodeId).execute()
  await db.pool.query(`update watch_rounds set since = $1`, [new Date(clock.now().getTime() - 3_600_000)])
  await recordMinute({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
  for (const [hours, count] of [
    [1, 60],
    [24, 96],
    [168, 84],
    [720, 90],
  ] as const) {
    const { data } = await viewer.call(nodes.history, { nodeId, hours })
    expect(data.points).toHaveLength(count)
    expect(data.points.at(-1)).toMatchObject({
      cpuPercent: 12,
      memoryPercent: 34,
      onlineUsers: 5,
      upBps: 100,
      downBps: 200,
      latencyMs: 80,
      upPercent: 100,
    })
    expect(data.points[0]).toMatchObject({ cpuPercent: null, onlineUsers: 0, upPercent: null })
  }
})

test('lists the lines of a node with their owners, and audits the look', async () => {
  const nodeId = await buildWatchedNode(made, { name: 'With lines' })
  const account = await buildAccount(db, { resellerId: 0, userName: 'line.owner' })
  await buildLine(made, account, nodeId)
  const { data } = await viewer.call(nodes.lines, { nodeId, search: 'line.o' })
  expect(data.rows).toMatchObject([{ accountId: account.id, userName: 'line.owner', state: 'active' }])
  expect(await lastAudit()).toMatchObject({ action: 'node.lines_listed', subject: `node:${nodeId}` })
  expect((await viewer.call(nodes.lines, { nodeId, search: 'nobody' })).data.rows).toEqual([])
  const { linesByState } = (await viewer.call(nodes.show, { nodeId })).data
  expect(linesByState).toEqual([{ state: 'active', lines: 1 }])
})

test('a move is started and followed from the page', async () => {
  const from = await buildWatchedNode(made, { name: 'Move from' })
  const to = await buildWatchedNode(made, { name: 'Move to' })
  await buildLine(made, await buildAccount(db, { resellerId: 0 }), from)
  const asked = { nodeId: from, toNodeId: to }
  expect((await operator.call(nodes.previewMove, asked)).data).toEqual({ lines: 1, told: 0, stay: [] })
  const { data } = await operator.call(nodes.move, asked)
  expect(data).toMatchObject({ toName: 'Move to', by: operator.name, lines: 1, done: 0, state: 'running' })
  expect((await operator.call(nodes.show, { nodeId: from })).data.move).toEqual(data)
  await operator.call(nodes.stopMove, { nodeId: from })
  expect((await operator.call(nodes.show, { nodeId: from })).data.move!.state).toBe('stopped')
})

test('an agent update goes to one node, then to all; each row says what runs and why not', async () => {
  const build = async (name: string, address: string) => {
    const { nodeId } = (await add({ name, address })).data
    const agent = await enrolAgent(made, nodeId)
    const report = (more: object = {}) =>
      agent.ask(nodeApi.state, stateReport({ agentVersion: agentVersion('0.0.1'), ...more }))
    await report({ engineVersion: 'Xray 26.7.28' })
    return { nodeId, report }
  }
  const [one, two] = [await build('首尔一', 'kr1.example.net'), await build('首尔二', 'kr2.example.net')]
  const read = async () => {
    const { data } = await viewer.call(nodes.agents, {})
    const own = data.nodes.filter(({ id }) => id === one.nodeId || id === two.nodeId)
    return {
      release: data.release?.number,
      states: own.map(({ state }) => state),
      faults: own.map(({ fault }) => fault),
      own,
    }
  }
  expect(await read()).toMatchObject({ states: [null, null], own: [{ engineVersion: 'Xray 26.7.28' }, {}] })
  const number = '0.0.10'
  expect((await operator.call(nodes.offerAgent, { number, nodeId: one.nodeId })).code).toBe('node.agent_unsigned')
  const { privateKey } = generateKeyPairSync('ed25519')
  for (const signed of ['0.0.9', number]) {
    const bundle = { number: signed, file: Buffer.from(signed), sha256: '00'.repeat(32) }
    await signBundle({ db, now: clock.now() }, bundle, privateKey, 'operator:mei')
  }
  expect(await read()).toMatchObject({ release: number, states: ['behind', 'behind'] })
  await one.report({ hasUpdateKey: false })
  const { data: fleet } = await viewer.call(nodes.agents, {})
  expect(fleet.nodes.filter(({ lacksKey }) => lacksKey).map(({ id }) => id)).toEqual([one.nodeId])
  expect(fleet.keyLine).toContain('systemctl restart yuxian-agent')
  expect((await operator.call(nodes.enrol, { nodeId: two.nodeId })).data.hasKey).toBe(false)
  // A reader offers nothing, and nobody offers to all nodes what no node runs yet.
  expect((await viewer.call(nodes.offerAgent, { number, nodeId: one.nodeId })).status).toBe(403)
  expect((await operator.call(nodes.offerAgent, { number })).code).toBe('node.agent_untried')
  expect((await operator.call(nodes.offerAgent, { number, nodeId: one.nodeId })).data).toEqual({ offered: 1 })
  expect(await lastAudit()).toMatchObject({ action: 'node.agent_offered', subject: `node:${one.nodeId}` })
  expect((await read()).states).toEqual(['updating', 'behind'])
  await one.report({ updateFault: 'it ended with 1 before it served' })
  expect(await read()).toMatchObject({
    states: ['failed', 'behind'],
    faults: ['it ended with 1 before it served', null],
  })
  await one.report({ agentVersion: agentVersion(number) })
  expect(await read()).toMatchObject({ states: ['current', 'behind'], faults: [null, null] })
  await operator.call(nodes.offerAgent, { number })
  expect((await read()).states).toEqual(['current', 'updating'])
  expect((await two.report()).data.update).toMatchObject({ number })
})
