import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { bumpRevision } from '../nodes/bump-revision.ts'

const { db, config, inject, logged } = await makeApp()
const { secretKey } = config
const BASE = '/api/v1/server/UniProxy'

beforeEach(() => clock.reset())

/** Behaves like XrayR and V2bX: everything in the query, JSON bodies, cookies kept, ETags sent back. */
function makeAgent(nodeId: number, token: string, type = 'vless') {
  const query = { node_id: String(nodeId), node_type: type, token }
  const cookies: Record<string, string> = {}
  const send = async (name: string, options: { body?: string; headers?: Record<string, string> } = {}) => {
    const response = await inject({
      method: options.body === undefined ? 'GET' : 'POST',
      url: `${BASE}/${name}`,
      query,
      cookies,
      headers: { 'content-type': 'application/json', ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body }),
    })
    for (const { name: cookie, value } of response.cookies) cookies[cookie] = value
    return response
  }
  return {
    get: (name: string, headers: Record<string, string> = {}) => send(name, { headers }),
    post: (name: string, body: unknown, headers: Record<string, string> = {}) =>
      send(name, { body: typeof body === 'string' ? body : JSON.stringify(body), headers }),
  }
}

async function buildAgent(overrides: Parameters<typeof buildTrafficNode>[1] = {}) {
  const token = randomUUID()
  const nodeId = await buildTrafficNode(db, { uniproxyToken: token, ...overrides })
  return { nodeId, token, agent: makeAgent(nodeId, token, overrides.protocol) }
}

const usersOf = async (agent: ReturnType<typeof makeAgent>) =>
  (await agent.get('user')).json<{ users: { id: number; uuid: string; speed_limit: number; device_limit: number }[] }>()
    .users
const usedOf = async (accountId: number) =>
  (
    await db.kysely
      .selectFrom('subscriptions')
      .select('usedBytes')
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow()
  ).usedBytes
const leftOutOf = (nodeId: number) =>
  db.kysely
    .selectFrom('trafficLeftOut')
    .select(['reason', 'entry', 'value'])
    .where('nodeId', '=', nodeId)
    .orderBy('id')
    .execute()
const bookedOn = async (nodeId: number) =>
  (await db.kysely.selectFrom('trafficHours').selectAll().where('nodeId', '=', nodeId).execute()).reduce(
    (sum, { upBytes, downBytes }) => sum + upBytes + downBytes,
    0,
  )
const alertsOf = (subject: string) =>
  db.kysely.selectFrom('alerts').select(['kind', 'detail']).where('subject', '=', subject).execute()

describe('an agent of another panel', () => {
  test('gets its config, and 304 for every form of the tag', async () => {
    const { agent } = await buildAgent({
      settings: { security: 'tls', sni: 'tls.example', network: 'ws', path: '/ws', host: 'cdn.example' },
    })
    const first = await agent.get('config')
    expect(first.statusCode, first.body).toBe(200)
    expect(first.json()).toEqual({
      protocol: 'vless',
      listen_ip: '0.0.0.0',
      server_port: 443,
      host: 'node.example',
      server_name: 'tls.example',
      network: 'ws',
      networkSettings: { path: '/ws', headers: { Host: 'cdn.example' } },
      network_settings: { path: '/ws', headers: { Host: 'cdn.example' } },
      flow: '',
      tls: 1,
      tls_settings: {
        server_name: 'tls.example',
        cert_mode: 'file',
        cert_file: '',
        key_file: '',
        provider: '',
        dns_env: '',
        reject_unknown_sni: '0',
      },
      routes: [],
      base_config: {
        push_interval: 60,
        pull_interval: 60,
        node_report_min_traffic: 0,
        device_online_min_traffic: 0,
      },
    })
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^"[0-9a-f]{40}"$/)
    for (const form of [etag, `W/${etag}`, etag.replaceAll('"', ''), `"other", ${etag}`]) {
      const again = await agent.get('config', { 'if-none-match': form })
      expect([again.statusCode, again.body], form).toEqual([304, ''])
    }
    expect((await agent.get('config', { 'if-none-match': '"0000"' })).statusCode).toBe(200)
  })

  test('gets its users with their credentials, and marks node and lines as running', async () => {
    const owner = await buildSubscriber(db, { deviceLimit: 2 })
    const { agent, nodeId } = await buildAgent()
    const credential = randomUUID()
    const number = await buildTrafficLine(db, owner, nodeId, { state: 'installing', secretKey, credential })
    const users = [{ id: number, uuid: credential, speed_limit: limits.speedClassMbps.standard, device_limit: 2 }]
    const first = await agent.get('user', { 'x-response-format': 'msgpack' })
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(first.json()).toEqual({ users })
    const again = await agent.get('user', { 'if-none-match': String(first.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const line = db.kysely.selectFrom('lines').select('state').where('number', '=', number)
    expect(await line.executeTakeFirst()).toEqual({ state: 'active' })
    const state = db.kysely.selectFrom('nodeStates').select('seenAt').where('nodeId', '=', nodeId)
    expect((await state.executeTakeFirstOrThrow()).seenAt.getTime()).toBeGreaterThan(clock.now().getTime() - 10_000)
    await inTransaction(db, async (tx) => {
      await bumpRevision(tx, nodeId)
      await tx.kysely.updateTable('lines').set({ state: 'removed' }).where('number', '=', number).execute()
    })
    const changed = await agent.get('user', { 'if-none-match': String(first.headers['etag']) })
    expect(changed.statusCode).toBe(200)
    expect(changed.body).not.toContain(credential)
  })

  test('of an empty node gets one placeholder user, always the same', async () => {
    const [one, other] = [await buildAgent(), await buildAgent()]
    const [nobody, ...more] = await usersOf(one.agent)
    expect(more).toEqual([])
    expect(nobody?.id).toBe(2_147_483_647)
    expect(nobody?.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(await usersOf(one.agent)).toEqual([nobody])
    expect((await usersOf(other.agent))[0]?.uuid).not.toBe(nobody?.uuid)
  })

  test('counts a repeated push once; the next interval counts again', async () => {
    const owner = await buildSubscriber(db)
    const { agent, nodeId } = await buildAgent({ ratePercent: 200 })
    const number = await buildTrafficLine(db, owner, nodeId)
    const body = { [number]: [100, 900] }
    const answers = await Promise.all([agent.post('push', body), agent.post('push', body), agent.post('push', body)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers[0]!.json()).toMatchObject({ data: true })
    expect(await usedOf(owner.id)).toBe(2000)
    // A retry that crosses a full minute is still a retry, up to three quarters of the interval.
    for (const laterMs of [5_000, 20_000, 19_000]) {
      clock.shift(laterMs)
      expect((await agent.post('push', body)).statusCode).toBe(200)
    }
    expect(await usedOf(owner.id)).toBe(2000)
    clock.shift(2_000)
    await agent.post('push', body)
    expect(await usedOf(owner.id)).toBe(4000)
    await agent.post('push', { [number]: [100, 901] })
    expect(await usedOf(owner.id)).toBe(6002)
    const hours = await db.kysely.selectFrom('trafficHours').selectAll().where('nodeId', '=', nodeId).execute()
    expect(hours.reduce((sum, row) => sum + row.upBytes + row.downBytes, 0)).toBe(3001)
  })

  test.each([
    ['a negative count', [-1, 5], 'broken'],
    ['a fraction', [1.5, 5], 'broken'],
    ['one number', [1], 'broken'],
    ['three numbers', [1, 2, 3], 'broken'],
    ['a text', ['1', 2], 'broken'],
    ['nothing', null, 'broken'],
    ['a count too large to be exact', [0, 2 ** 53], 'broken'],
    ['more than the connection carries', [0, 9e15], 'impossible'],
  ] satisfies [string, unknown, string][])(
    'books the good entries beside %s, keeps it and raises an alert',
    async (_name, value, reason) => {
      const [good, bad] = [await buildSubscriber(db), await buildSubscriber(db)]
      const { agent, nodeId } = await buildAgent()
      const numbers = [await buildTrafficLine(db, good, nodeId), await buildTrafficLine(db, bad, nodeId)] as const
      const answer = await agent.post('push', { [numbers[0]]: [100, 900], [numbers[1]]: value })
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { data: true }])
      expect([await usedOf(good.id), await usedOf(bad.id)]).toEqual([1000, 0])
      expect(await leftOutOf(nodeId)).toEqual([
        { reason, entry: reason === 'broken' ? `"${numbers[1]}"` : `${numbers[1]}`, value: JSON.stringify(value) },
      ])
      const detail = { why: reason, entries: 1 }
      expect(await alertsOf(`node:${nodeId}`)).toEqual([{ kind: 'node.batch_refused', detail }])
    },
  )

  test('books 999 of a thousand entries; the same body again changes nothing', async () => {
    const owner = await buildSubscriber(db)
    const { agent, nodeId } = await buildAgent()
    // An owner has one live line on a node, and any number of removed ones.
    const line = {
      resellerId: owner.resellerId,
      accountId: owner.id,
      nodeId,
      sealedCredential: Buffer.alloc(1),
      state: 'removed',
      revision: 1,
    } as const
    const at = { stateSince: clock.now(), createdAt: clock.now() }
    const rows = Array.from({ length: 999 }, () => ({ ...line, ...at }))
    const made = await db.kysely.insertInto('lines').values(rows).returning('number').execute()
    const elsewhere = await buildTrafficLine(db, owner, (await buildAgent()).nodeId)
    const numbers = [...made.map(({ number }) => number), elsewhere]
    const body = Object.fromEntries(numbers.map((number) => [number, [1, 2]]))
    expect(Object.keys(body)).toHaveLength(1000)
    for (const laterMs of [0, 1_000, 20_000]) {
      clock.shift(laterMs)
      expect((await agent.post('push', body)).statusCode).toBe(200)
      expect(await bookedOn(nodeId)).toBe(999 * 3)
      expect(await leftOutOf(nodeId)).toEqual([{ reason: 'unknown', entry: String(elsewhere), value: '[1,2]' }])
    }
    clock.shift(24_000)
    await agent.post('push', body)
    expect(await bookedOn(nodeId)).toBe(2 * 999 * 3)
  })

  test('of a push beyond its connection books the smaller entries, and keeps the newest thousand others', async () => {
    const owners = [await buildSubscriber(db), await buildSubscriber(db), await buildSubscriber(db)]
    const { agent, nodeId } = await buildAgent({ speedMbps: 1, createdAt: clock.now() })
    const [small, middle, large] = await Promise.all(owners.map((owner) => buildTrafficLine(db, owner, nodeId)))
    // 64 MB and a minute of 1 Mbps, half as much again.
    const bytesMax = 67_108_864 + 60 * 187_500
    const body = { [large!]: [bytesMax, 0], [middle!]: [0, bytesMax - 1000], [small!]: [400, 600] }
    expect((await agent.post('push', body)).statusCode).toBe(200)
    const used = await Promise.all(owners.map(({ id }) => usedOf(id)))
    expect(used).toEqual([1000, bytesMax - 1000, 0])
    expect(await leftOutOf(nodeId)).toEqual([{ reason: 'impossible', entry: String(large), value: `[${bytesMax},0]` }])
    const junk = (round: number) => Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x${round}.${at}`, {}]))
    for (let round = 0; round < 11; round += 1) await agent.post('push', junk(round))
    const kept = await leftOutOf(nodeId)
    expect([kept.length, kept[0]!.entry, kept.at(-1)!.entry]).toEqual([1000, '"x1.0"', '"x10.99"'])
  })

  test('may push names that no table takes', async () => {
    const { agent, nodeId } = await buildAgent()
    const names = ['"__proto__"', '"constructor"', '"a\\u0000b"', '"\\ud800"', `"${'字'.repeat(300)}"`, '"-1"', '"1e3"']
    const answer = await agent.post('push', `{${names.map((name) => `${name}:[1,1]`).join()}}`)
    expect(answer.statusCode).toBe(200)
    expect((await leftOutOf(nodeId)).map(({ reason }) => reason)).toEqual(names.map(() => 'broken'))
  })

  test('no longer gets a user who ran out of bytes', async () => {
    const owner = await buildSubscriber(db, { totalBytes: 500 })
    const { agent, nodeId } = await buildAgent()
    const number = await buildTrafficLine(db, owner, nodeId, { secretKey })
    expect((await usersOf(agent)).map(({ id }) => id)).toEqual([number])
    await agent.post('push', { [number]: [0, 500] })
    expect((await usersOf(agent)).map(({ id }) => id)).toEqual([2_147_483_647])
  })

  test('reports who is connected, and learns when the device limit is reached on any node', async () => {
    const owner = await buildSubscriber(db, { deviceLimit: 2 })
    const [here, there] = [await buildAgent(), await buildAgent()]
    const [a, b] = [await buildTrafficLine(db, owner, here.nodeId), await buildTrafficLine(db, owner, there.nodeId)]
    expect((await here.agent.get('alivelist')).body).toBe('{"alive":{}}')
    const forms = [7, '192.0.2.1', `192.0.2.1_${here.nodeId}`, '192.0.2.1:4711', 'nonsense', '999.1.1.1']
    expect((await here.agent.post('alive', { [a]: forms, abc: forms, [b]: 'x' })).json()).toMatchObject({ data: true })
    expect((await here.agent.get('alivelist')).json()).toEqual({ alive: { [a]: 1 } })
    await there.agent.post('alive', { [b]: ['192.0.2.1', `2001:db8::1_${there.nodeId}`] })
    expect((await here.agent.get('alivelist')).json()).toEqual({ alive: { [a]: 2 } })
    expect((await there.agent.get('alivelist')).json()).toEqual({ alive: { [b]: 2 } })
    clock.shift(limits.deviceSeenMs)
    expect((await here.agent.get('alivelist')).json()).toEqual({ alive: {} })
    await there.agent.post('alive', { [b]: ['[2001:db8::1]:443'] })
    expect((await there.agent.get('alivelist')).json()).toEqual({ alive: { [b]: 1 } })
  })

  test('reports the load of its machine', async () => {
    const { agent, nodeId } = await buildAgent()
    const load = {
      cpu: 12.5,
      mem: { total: 1000, used: 250 },
      swap: { total: 0, used: 0 },
      disk: { total: 1, used: 1 },
    }
    expect((await agent.post('status', load)).json()).toEqual({ data: true, code: 0, message: 'success' })
    const state = db.kysely.selectFrom('nodeStates').select(['cpuPercent', 'memoryPercent'])
    expect(await state.where('nodeId', '=', nodeId).execute()).toEqual([{ cpuPercent: 13, memoryPercent: 25 }])
  })
})

describe('what is refused', () => {
  test('a wrong, empty, missing or doubled token, another node or another type: same answer, and an alert', async () => {
    const { nodeId, token } = await buildAgent()
    const other = await buildAgent()
    const ours = await buildTrafficNode(db)
    const known = { node_id: String(nodeId), node_type: 'vless', token }
    const wrong: Record<string, string>[] = [
      { ...known, token: randomUUID() },
      { ...known, token: '' },
      { node_id: known.node_id, node_type: 'vless' },
      { ...known, token: other.token },
      { ...known, node_type: 'trojan' },
      { ...known, node_type: 'constructor' },
      { ...known, node_id: String(other.nodeId) },
      { ...known, node_id: String(ours), token: '' },
      { ...known, node_id: '999999999' },
      { ...known, node_id: '1e1' },
      { token },
      {},
    ]
    const bodies = new Set<string>()
    for (const query of wrong) {
      for (const [method, name] of [
        ['GET', 'user'],
        ['GET', 'config'],
        ['POST', 'push'],
      ] as const) {
        const answer = await inject({ method, url: `${BASE}/${name}`, query })
        expect(answer.statusCode, JSON.stringify(query)).toBe(403)
        bodies.add(answer.body)
      }
    }
    const doubled = await inject(`${BASE}/user?node_id=${nodeId}&token=${token}&token=${token}`)
    expect(doubled.statusCode).toBe(403)
    expect([...bodies]).toEqual(['{"message":"refused"}'])
    expect(await alertsOf(`node:${nodeId}`)).toMatchObject([{ kind: 'node.refused' }])
    // Named without their token: strangers raise no alert for a real node.
    expect(await alertsOf(`node:${ours}`)).toEqual([])
    expect(await alertsOf(`node:${other.nodeId}`)).toEqual([])
    expect(await alertsOf('node:unknown')).toMatchObject([{ kind: 'node.refused' }])
  })

  test('a node without a token is open to nobody', async () => {
    const { nodeId } = await buildAgent()
    await db.kysely.updateTable('nodes').set({ uniproxyHash: null }).where('id', '=', nodeId).execute()
    for (const token of ['', 'null', 'undefined']) {
      expect((await makeAgent(nodeId, token).get('user')).statusCode).toBe(403)
    }
  })

  test('a push that is no list of entries: counts nothing and raises an alert', async () => {
    const { agent, nodeId } = await buildAgent()
    for (const body of [[], 'null', '{"1":[1,1', '']) {
      const answer = await agent.post('push', body)
      expect([answer.statusCode, answer.body]).toEqual([422, '{"message":"these numbers cannot be"}'])
    }
    expect(await alertsOf(`node:${nodeId}`)).toMatchObject([{ kind: 'node.batch_refused', detail: { why: 'body' } }])
    expect((await agent.post('alive', '')).statusCode).toBe(422)
    for (const body of [{}, { cpu: -1, mem: { total: 1, used: 1 } }, { cpu: 1, mem: { total: 0, used: 0 } }, '[]']) {
      expect((await agent.post('status', body)).statusCode).toBe(422)
    }
  })

  test('a body that is too large', async () => {
    const { agent } = await buildAgent()
    const answer = await agent.post('push', ' '.repeat(limits.nodeBodyMaxBytes + 1))
    expect([answer.statusCode, answer.body]).toEqual([413, '{"message":"too large"}'])
  })
})

test('an agent that keeps cookies gets none and may use any content type; its token is in no log', async () => {
  const { agent, token } = await buildAgent()
  expect((await agent.get('user')).headers['set-cookie']).toBeUndefined()
  expect((await agent.post('push', {}, { 'content-type': 'text/plain', cookie: 'XSRF-TOKEN=x' })).statusCode).toBe(200)
  expect(logged.some((line) => line.includes('UniProxy'))).toBe(true)
  expect(logged.join('')).not.toContain(token)
})
