import { afterEach, beforeEach, expect, test } from 'vitest'

import { limits } from '../../../contract/limits.ts'
import { nodeApi } from '../../../contract/node-api.ts'
import { clock } from '../../platform/clock.ts'
import { buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { enrolAgent, stateReport } from '../../test/outside/test-agent.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { issueEnrolToken, removeNode } from './operator.ts'

const made = await makeApp()
const { db, call, app, logged } = made
const users = { since: 0, wait: 0 }
const operator = () => ({ db, now: clock.now() })
const enrol = (token: string) => call(nodeApi.enrol, { token, agentVersion: '1.0' })

async function openAlerts(): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('alerts')
    .select(['kind', 'subject', 'detail'])
    .where('acknowledgedAt', 'is', null)
    .execute()
  return rows.map(({ kind, subject, detail }) => `${kind} ${subject} ${(detail as { why: string }).why}`)
}

beforeEach(() => db.kysely.deleteFrom('alerts').execute())
afterEach(() => clock.reset())

test('enrols once per token, returns key, epoch and setup, and stores no secret in clear', async () => {
  const nodeId = await buildTrafficNode(db, { protocol: 'trojan', settings: { sni: 'a.example' } })
  const { token } = await issueEnrolToken(operator(), nodeId, 'operator:test')
  // A token must not begin with a dash: the agent's command line would take it for an option.
  expect(token).toMatch(/^en1\.[\w-]{43}$/)
  const { status, data } = await enrol(token)
  expect(status).toBe(200)
  expect(data).toMatchObject({ nodeId, epoch: 1, setup: { protocol: 'trojan', settings: { sni: 'a.example' } } })
  expect(data.secret).toMatch(/^[\w-]{43}$/)
  expect(await openAlerts()).toEqual([])
  const again = await enrol(token)
  expect([again.status, again.code]).toEqual([403, 'node.enrol_refused'])
  expect(await openAlerts()).toEqual(['node.refused node:enrol token'])
  const { rows } = await db.pool.query(
    `select row_to_json(n)::text as node from nodes n where id = $1
    union all select row_to_json(k)::text from node_keys k where node_id = $1
    union all select row_to_json(a)::text from audit_log a`,
    [nodeId],
  )
  expect(JSON.stringify(rows) + logged.join()).not.toMatch(new RegExp(`${data.secret}|${token}`))
})

test('gives the node to only one of several agents with the same token', async () => {
  const nodeId = await buildTrafficNode(db)
  const { token } = await issueEnrolToken(operator(), nodeId, 'operator:test')
  const answers = await Promise.all([enrol(token), enrol(token), enrol(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  const node = await db.kysely.selectFrom('nodes').select('epoch').where('id', '=', nodeId).executeTakeFirstOrThrow()
  expect(node.epoch).toBe(1)
})

test('refuses wrong, expired and replaced tokens and tokens of removed nodes alike, and raises an alert', async () => {
  const nodeId = await buildTrafficNode(db)
  const replaced = await issueEnrolToken(operator(), nodeId, 'operator:test')
  const { token, expiresAt } = await issueEnrolToken(operator(), nodeId, 'operator:test')
  const removedId = await buildTrafficNode(db)
  const removed = await issueEnrolToken(operator(), removedId, 'operator:test')
  await removeNode(operator(), removedId, 'operator:test')
  const texts = []
  for (const wrong of ['x'.repeat(43), replaced.token, removed.token]) texts.push((await enrol(wrong)).text)
  clock.shift(expiresAt.getTime() - clock.now().getTime())
  const late = await enrol(token)
  expect(late.status).toBe(403)
  expect(new Set([...texts, late.text]).size).toBe(1)
  expect(await openAlerts()).toEqual(['node.refused node:enrol token'])
  expect((await call(nodeApi.enrol, { token: '', agentVersion: '1' })).code).toBe('request.invalid')
})

test('stops token guessing from one address after 30 tries', async () => {
  const codes = []
  for (let turn = 0; turn < 31; turn += 1) {
    const input = { token: `guess-${turn}`.padEnd(43, 'x'), agentVersion: '1' }
    codes.push((await call(nodeApi.enrol, input, { address: '203.0.113.77' })).code)
  }
  expect(codes.slice(0, 30).every((code) => code === 'node.enrol_refused')).toBe(true)
  expect(codes[30]).toBe('request.too_many')
})

test('lets in a signed call, with and without a body', async () => {
  const agent = await enrolAgent(made, await buildTrafficNode(db))
  expect((await agent.ask(nodeApi.users, users)).status).toBe(200)
  expect((await agent.ask(nodeApi.state, stateReport())).status).toBe(200)
  expect(await openAlerts()).toEqual([])
})

const SKEW_S = limits.nodeClockSkewMs / 1000
const at = (offsetS: number) => Math.floor(clock.now().getTime() / 1000) + offsetS

test('accepts a clock that is off by less than a minute', async () => {
  const agent = await enrolAgent(made, await buildTrafficNode(db))
  for (const offsetS of [-SKEW_S + 10, SKEW_S - 10]) {
    expect((await agent.ask(nodeApi.users, users, { time: at(offsetS) })).status).toBe(200)
  }
})

test('refuses every kind of bad call with the same answer, raises an alert and changes nothing', async () => {
  const agent = await enrolAgent(made, await buildTrafficNode(db))
  const other = await enrolAgent(made, await buildTrafficNode(db))
  const { nodeId } = agent
  const changed = JSON.stringify(stateReport({ connections: 7 }))
  const own = `node:${nodeId}`
  // Subject of alerts without a valid signature: a stranger must not raise alerts for a real node.
  const NOBODY = 'node:unknown'
  const cases: [name: string, claims: Parameters<typeof agent.ask>[2], subject: string, why: string][] = [
    ['a wrong signature', { signature: 'a'.repeat(64) }, NOBODY, 'signature'],
    ['an empty signature', { signature: '' }, NOBODY, 'headers'],
    ['a signature in capitals', { signature: 'A'.repeat(64) }, NOBODY, 'headers'],
    ['an empty secret', { secret: '' }, NOBODY, 'signature'],
    ["another node's secret", { secret: other.secret }, NOBODY, 'signature'],
    ["another node's id", { nodeId: other.nodeId }, NOBODY, 'signature'],
    ['an unknown node', { nodeId: 2_000_000_000 }, NOBODY, 'unknown'],
    ['a node that is no number', { nodeId: '1 or 1=1' }, NOBODY, 'headers'],
    ['an epoch to come', { epoch: agent.epoch + 1 }, NOBODY, 'signature'],
    ['a clock that is late', { time: at(-SKEW_S - 1) }, own, 'clock'],
    ['a clock that is ahead', { time: at(SKEW_S + 30) }, own, 'clock'],
    ['no time', { time: '' }, NOBODY, 'headers'],
    ['another body', { sentBody: changed }, NOBODY, 'signature'],
    ['no body', { sentBody: '' }, NOBODY, 'signature'],
    ['another path', { sentPath: `${nodeApi.state.path}?x=1` }, NOBODY, 'signature'],
  ]
  const bodies = new Set<string>()
  for (const [name, claims, subject, why] of cases) {
    await db.kysely.deleteFrom('alerts').execute()
    const { status, code, text } = await agent.ask(nodeApi.state, stateReport(), claims)
    expect([name, status, code]).toEqual([name, 403, 'node.refused'])
    expect([name, ...(await openAlerts())]).toEqual([name, `node.refused ${subject} ${why}`])
    bodies.add(text)
  }
  expect(bodies.size).toBe(1)
  const bare = await app.inject({ method: 'POST', url: nodeApi.state.path, payload: stateReport() })
  expect([bare.statusCode, bare.body]).toEqual([403, [...bodies][0]])
  expect(await db.kysely.selectFrom('nodeStates').selectAll().where('nodeId', '=', nodeId).execute()).toEqual([])
})

test('a stranger who names a node neither raises an alert for it nor blocks its agent; its own key raises one', async () => {
  const agent = await enrolAgent(made, await buildTrafficNode(db))
  for (let turn = 0; turn < 40; turn += 1) {
    const claims = { signature: String(turn % 10).repeat(64), epoch: 1 + (turn % 3) }
    expect((await agent.ask(nodeApi.users, users, claims)).code).toBe('node.refused')
  }
  expect(await openAlerts()).toEqual(['node.refused node:unknown signature'])
  expect((await agent.ask(nodeApi.users, users)).status).toBe(200)
  await agent.ask(nodeApi.users, users, { time: at(-SKEW_S - 1) })
  expect((await openAlerts()).sort()).toEqual([
    `node.refused node:${agent.nodeId} clock`,
    'node.refused node:unknown signature',
  ])
})

test('a stranger raises no alert for a removed node either', async () => {
  const agent = await enrolAgent(made, await buildTrafficNode(db))
  await removeNode(operator(), agent.nodeId, 'operator:test')
  clock.shift(2 * 86_400_000)
  expect((await agent.ask(nodeApi.users, users, { signature: 'a'.repeat(64) })).code).toBe('node.refused')
  expect(await openAlerts()).toEqual(['node.refused node:unknown signature'])
  expect((await agent.ask(nodeApi.users, users)).code).toBe('node.refused')
  expect(await openAlerts()).toContain(`node.refused node:${agent.nodeId} unknown`)
})

test('the query of a call is signed too', async () => {
  const agent = await enrolAgent(made, await buildTrafficNode(db))
  const sentPath = `${nodeApi.users.path}?since=0&wait=1`
  expect((await agent.ask(nodeApi.users, users, { sentPath })).code).toBe('node.refused')
})

test('a second enrolment stops the first agent, and only that agent is told why', async () => {
  const nodeId = await buildTrafficNode(db)
  const first = await enrolAgent(made, nodeId)
  const second = await enrolAgent(made, nodeId)
  expect([first.epoch, second.epoch]).toEqual([1, 2])
  expect(first.secret).not.toBe(second.secret)
  const stopped = await first.ask(nodeApi.users, users)
  expect([stopped.status, stopped.code]).toEqual([409, 'node.epoch'])
  expect(await openAlerts()).toEqual([`node.refused node:${nodeId} replaced`])
  expect((await first.ask(nodeApi.users, users, { epoch: 2 })).code).toBe('node.refused')
  expect((await second.ask(nodeApi.users, users, { epoch: 1 })).code).toBe('node.refused')
  expect((await second.ask(nodeApi.users, users)).status).toBe(200)
})

test('a body beyond the limit is refused unread', async () => {
  const agent = await enrolAgent(made, await buildTrafficNode(db))
  const answer = await agent.ask(nodeApi.state, stateReport(), { sentBody: ' '.repeat(limits.nodeBodyMaxBytes + 1) })
  expect([answer.status, answer.code]).toEqual([413, 'request.too_large'])
})

test('a signed call is still validated', async () => {
  const agent = await enrolAgent(made, await buildTrafficNode(db))
  for (const wrong of [{ cpuPercent: 101 }, { engine: 'fine' }, { connections: -1 }, { boot: 'a b' }, { more: 1 }]) {
    const answer = await agent.ask(nodeApi.state, { ...stateReport(), ...wrong } as never)
    expect([wrong, answer.code]).toEqual([wrong, 'request.invalid'])
  }
})
