import { afterEach, describe, expect, test } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { findNodes, loadNode, loadUniproxyNode } from './load-node.ts'
import type { NodeWish } from './node-fields.ts'
import { loadNodeSecrets } from './node-secrets.ts'
import { addNode, issueEnrolToken, issueUniproxyToken, removeNode, updateNode, type NodeChange } from './operator.ts'
import { setMaintenance } from './set-maintenance.ts'

const { db, config } = await makeApp()
const ctx = () => ({ db, config, now: clock.now() })
const ACTOR = 'operator:test'
let made = 0
afterEach(() => clock.reset())

const wish = (overrides: Partial<NodeWish> = {}): NodeWish => ({
  resellerId: null,
  name: `Node ${(made += 1)}`,
  names: {},
  region: 'HK',
  address: 'hk.example',
  port: 10_000 + made,
  protocol: 'vless',
  connection: 'agent',
  ratePercent: 100,
  capacity: 1000,
  speedMbps: 1000,
  suits: [],
  settings: {},
  secrets: null,
  ...overrides,
})
const REALITY = {
  connection: 'uniproxy',
  settings: { security: 'reality', publicKey: 'p'.repeat(43), sni: 'www.example', flow: 'xtls-rprx-vision' },
  secrets: { realityPrivateKey: 'k'.repeat(43) },
} as const

const FOREIGN_SS = { protocol: 'shadowsocks', connection: 'uniproxy' } as const

async function problemsOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.extra.fields ?? error.code
  }
}

const actionsOf = async (nodeId: number) =>
  (
    await db.kysely
      .selectFrom('auditLog')
      .select('action')
      .where('subject', '=', `node:${nodeId}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

test('every protocol can be added with the settings that its clients need', async () => {
  const good: Partial<NodeWish>[] = [
    { protocol: 'vless', settings: { network: 'ws', path: '/x', security: 'tls' } },
    { protocol: 'vmess' },
    { protocol: 'trojan', settings: { sni: 'a.example', allowInsecure: true } },
    { protocol: 'shadowsocks', settings: { cipher: 'aes-256-gcm', engine: 'shadowsocks-libev' } },
    { protocol: 'vless', ...REALITY },
    { protocol: 'hysteria2', connection: 'uniproxy', settings: { upMbps: 10 } },
    { protocol: 'hysteria2', connection: 'uniproxy', settings: { ports: '443,20000-30000', hopSeconds: 30 } },
    { protocol: 'vless', ...REALITY, settings: { ...REALITY.settings, serverNames: 'b.example', shortIds: 'ab,cd' } },
    { protocol: 'trojan', settings: { addresses: 'b.example,2001:db8::7' } },
    { protocol: 'vmess', settings: { relayAddress: 'r.example', relayPort: 8443 } },
    { protocol: 'tuic', connection: 'uniproxy' },
    { protocol: 'anytls', connection: 'uniproxy' },
    { protocol: 'vless', ...REALITY, connection: 'agent' },
    { protocol: 'vless', settings: { network: 'xhttp', path: '/x', security: 'tls', engine: 'xray' } },
    { protocol: 'hysteria2', settings: { obfsPassword: 'x', dns: '1.1.1.1' } },
    { protocol: 'vmess', settings: { blockBittorrent: true, blockPorts: '25' } },
    { protocol: 'trojan', settings: { certMode: 'self' } },
    { protocol: 'hysteria2', settings: { certMode: 'file' } },
    { protocol: 'anytls', connection: 'uniproxy', settings: { certMode: 'self', reportMinKb: 16 } },
    { protocol: 'vless', connection: 'uniproxy', settings: { security: 'tls', certMode: 'http' } },
    {
      protocol: 'vmess',
      connection: 'uniproxy',
      settings: { blockPorts: '25,1-65535', blockAddresses: '::1,10.0.0.0/8,fd00::/8', dns: '2001:db8::53' },
    },
    { protocol: 'tuic', connection: 'uniproxy', settings: { certMode: 'dns', dnsProvider: 'cloudflare' } },
  ]
  for (const fields of good) {
    const nodeId = await addNode(ctx(), wish(fields), ACTOR)
    const node = await loadNode(ctx(), nodeId)
    expect(node).toMatchObject({
      protocol: fields.protocol,
      settings: fields.settings ?? {},
      revision: 1,
      seenAt: null,
    })
    expect(await actionsOf(nodeId)).toEqual(['node.added'])
  }
})

test('makes the key for a cipher of 2022, and keeps it until it no longer fits', async () => {
  const keyOf = async (nodeId: number) => (await loadNode(ctx(), nodeId))!.settings as { serverKey?: string }
  const settings = { cipher: '2022-blake3-aes-256-gcm' }
  const nodeId = await addNode(ctx(), wish({ ...FOREIGN_SS, settings }), ACTOR)
  const { serverKey } = await keyOf(nodeId)
  expect(Buffer.from(serverKey!, 'base64')).toHaveLength(32)
  await updateNode(ctx(), nodeId, { name: 'Key kept' }, ACTOR)
  expect(await updateNode(ctx(), nodeId, { settings: { ...settings, reportMinKb: 5 } }, ACTOR)).toEqual(['settings'])
  expect(await keyOf(nodeId)).toMatchObject({ serverKey, reportMinKb: 5 })
  await updateNode(ctx(), nodeId, { settings: { cipher: '2022-blake3-aes-128-gcm' } }, ACTOR)
  expect(Buffer.from((await keyOf(nodeId)).serverKey!, 'base64')).toHaveLength(16)
})

const bad: [name: string, fields: object, problems: object | string][] = [
  ['a region in small letters', { region: 'hk' }, { region: expect.stringContaining('pattern') }],
  ['port 0', { port: 0 }, { port: 'must be >= 1' }],
  ['an address with a space', { address: 'a b' }, { address: expect.any(String) }],
  ['an empty name', { name: '' }, expect.objectContaining({ name: expect.any(String) })],
  ['a name with an escape', { name: 'a\u001bb' }, { name: expect.any(String) }],
  [
    'an unknown protocol',
    { protocol: 'socks' },
    expect.objectContaining({ protocol: expect.stringContaining('one of vless') }),
  ],
  ['no cipher', { protocol: 'shadowsocks' }, { 'settings.cipher': 'is missing' }],
  [
    'an old cipher',
    { protocol: 'shadowsocks', settings: { cipher: 'rc4-md5' } },
    expect.objectContaining({ 'settings.cipher': expect.stringContaining('must be one of aes-128-gcm, aes-256-gcm') }),
  ],
  [
    'a cipher of 2022 by v2ray',
    { protocol: 'shadowsocks', settings: { cipher: '2022-blake3-aes-256-gcm', engine: 'v2ray' } },
    { 'settings.engine': expect.stringContaining('no ciphers of 2022') },
  ],
  ['a misspelt setting', { settings: { netwrok: 'ws' } }, { 'settings.netwrok': 'is not known here' }],
  ['ws without a path', { settings: { network: 'ws' } }, { 'settings.path': 'needed with ws' }],
  ['tuic under our agent', { protocol: 'tuic' }, { protocol: expect.stringContaining('our agent runs') }],
  [
    'grpc by v2ray',
    { settings: { engine: 'v2ray', network: 'grpc', serviceName: 'x' } },
    { 'settings.engine': expect.stringContaining('choose xray') },
  ],
  ['reality without its key', { ...REALITY, secrets: null }, { 'secrets.realityPrivateKey': 'needed with reality' }],
  ['a key without reality', { secrets: REALITY.secrets }, { 'secrets.realityPrivateKey': 'only with reality' }],
  [
    'reality by v2ray',
    { ...REALITY, connection: 'agent', settings: { ...REALITY.settings, engine: 'v2ray' } },
    { 'settings.engine': expect.stringContaining('choose xray') },
  ],
  [
    'a certificate for our agent',
    { protocol: 'trojan', settings: { certMode: 'dns', dnsProvider: 'cloudflare', deviceMinKb: 1 } },
    {
      'settings.certMode': expect.stringContaining('self (it makes one)'),
      'settings.dnsProvider': 'only for foreign agents',
      'settings.deviceMinKb': 'only for foreign agents',
    },
  ],
  [
    'a certificate without tls',
    { connection: 'uniproxy', settings: { certMode: 'self' } },
    { 'settings.certMode': 'only with tls' },
  ],
  [
    'a certificate of an authority for an address',
    { connection: 'uniproxy', protocol: 'trojan', address: '192.0.2.1', settings: { certMode: 'http' } },
    { 'settings.certMode': expect.stringContaining('give it a name') },
  ],
  [
    'dns without its provider, and one file of two',
    { connection: 'uniproxy', protocol: 'trojan', settings: { certMode: 'dns', certFile: '/etc/c.pem' } },
    { 'settings.dnsProvider': 'needed with dns', 'settings.keyFile': 'certFile and keyFile belong together' },
  ],
  [
    'routes that no engine takes',
    {
      connection: 'uniproxy',
      settings: { blockPorts: '25,9-2', blockAddresses: '10.0.0.0/33', dns: '1.1.1', blockBittorrent: true },
    },
    {
      'settings.blockPorts': 'ports from 1 to 65535',
      'settings.blockAddresses': expect.stringContaining('10.0.0.0/8'),
      'settings.dns': 'an address',
    },
  ],
  [
    'routes that the engine of our agent does not know',
    { protocol: 'hysteria2', settings: { dns: '1.1.1.1', blockBittorrent: true } },
    { 'settings.blockBittorrent': 'hysteria cannot do it' },
  ],
  ['an unknown reseller', { resellerId: 4242 }, 'reseller.unknown'],
]
test.each(bad)('%s is refused with the reason, and nothing is added', async (_name, fields, problems) => {
  const { length } = await findNodes(ctx())
  expect(await problemsOf(() => addNode(ctx(), wish(fields), ACTOR))).toEqual(problems)
  expect(await findNodes(ctx())).toHaveLength(length)
})

test('a name belongs to one node until that node is removed', async () => {
  const { name } = wish()
  const first = await addNode(ctx(), wish({ name }), ACTOR)
  expect(await problemsOf(() => addNode(ctx(), wish({ name }), ACTOR))).toBe('node.taken')
  const second = await addNode(ctx(), wish(), ACTOR)
  expect(await problemsOf(() => updateNode(ctx(), second, { name }, ACTOR))).toBe('node.taken')
  await removeNode(ctx(), first, ACTOR)
  expect(await updateNode(ctx(), second, { name }, ACTOR)).toEqual(['name'])
})

test('secrets are sealed, missing from node lists, and bound to their node', async () => {
  const nodeId = await addNode(ctx(), wish(REALITY), ACTOR)
  expect(await loadNodeSecrets(ctx(), nodeId)).toEqual(REALITY.secrets)
  const { rows } = await db.pool.query('select row_to_json(n)::text as text from nodes n where id = $1', [nodeId])
  expect(JSON.stringify([rows, await findNodes(ctx())])).not.toContain(REALITY.secrets.realityPrivateKey)
  const otherId = await addNode(ctx(), wish(REALITY), ACTOR)
  await db.pool.query(
    'update nodes set sealed_secrets = (select sealed_secrets from nodes where id = $1) where id = $2',
    [nodeId, otherId],
  )
  await expect(loadNodeSecrets(ctx(), otherId)).rejects.toThrow()
})

test('tells the agent only about changes that concern it, and ignores unchanged fields', async () => {
  const nodeId = await addNode(ctx(), wish(), ACTOR)
  const revisions = async () => {
    const { revision, settingsRevision } = (await loadNode(ctx(), nodeId))!
    return [revision, settingsRevision]
  }
  expect(await updateNode(ctx(), nodeId, { region: 'JP', capacity: 5, suits: ['game'] }, ACTOR)).toEqual([
    'region',
    'capacity',
    'suits',
  ])
  expect(await revisions()).toEqual([1, 1])
  expect(await updateNode(ctx(), nodeId, { port: 8443, settings: { security: 'tls' } }, ACTOR)).toEqual([
    'port',
    'settings',
  ])
  expect(await revisions()).toEqual([2, 2])
  expect(await updateNode(ctx(), nodeId, { port: 8443, settings: { security: 'tls' } }, ACTOR)).toEqual([])
  expect(await revisions()).toEqual([2, 2])
  expect(await actionsOf(nodeId)).toEqual(['node.added', 'node.updated', 'node.updated'])
  expect(await problemsOf(() => updateNode(ctx(), nodeId, { settings: { network: 'ws' } }, ACTOR))).toEqual({
    'settings.path': 'needed with ws',
  })
  expect(await revisions()).toEqual([2, 2])
})

test('maintenance is switched once, and every call is audited', async () => {
  const nodeId = await addNode(ctx(), wish(), ACTOR)
  expect(await setMaintenance(ctx(), nodeId, true, ACTOR)).toBe(true)
  expect(await setMaintenance(ctx(), nodeId, true, ACTOR)).toBe(false)
  expect((await loadNode(ctx(), nodeId))!.inMaintenance).toBe(true)
  expect(await setMaintenance(ctx(), nodeId, false, ACTOR)).toBe(true)
  expect((await actionsOf(nodeId)).slice(1)).toEqual([
    'node.maintenance_on',
    'node.maintenance_on',
    'node.maintenance_off',
  ])
})

test('removes a node for good: a job settles its lines, its tokens are void, and no command finds it', async () => {
  const nodeId = await addNode(ctx(), wish({ connection: 'uniproxy' }), ACTOR)
  const token = await issueUniproxyToken(ctx(), nodeId, ACTOR)
  await removeNode(ctx(), nodeId, ACTOR)
  expect((await findNodes(ctx())).map(({ id }) => id)).not.toContain(nodeId)
  expect((await loadNode(ctx(), nodeId))!.removedAt).not.toBeNull()
  expect(await loadUniproxyNode(db, { nodeId, token })).toBeNull()
  const jobs = await db.pool.query(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'lines.settle_node'`,
  )
  expect(jobs.rows.map(({ payload }: { payload: object }) => payload)).toContainEqual({ nodeId })
  for (const work of [
    () => removeNode(ctx(), nodeId, ACTOR),
    () => updateNode(ctx(), nodeId, { port: 1 }, ACTOR),
    () => setMaintenance(ctx(), nodeId, true, ACTOR),
    () => issueEnrolToken(ctx(), nodeId, ACTOR),
    () => issueUniproxyToken(ctx(), 2_000_000_000, ACTOR),
  ])
    expect(await problemsOf(work)).toBe('object.unknown')
})

test('refuses a second node on the same port, but allows QUIC beside TCP', async () => {
  const place = { address: 'shared.example', port: 443 }
  const first = await addNode(ctx(), wish(place), ACTOR)
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error as Refusal).code,
    )
  expect(await refusal(addNode(ctx(), wish({ ...place, address: 'Shared.Example' }), ACTOR))).toBe('node.port_taken')
  const other = await addNode(ctx(), wish({ ...place, port: 8443 }), ACTOR)
  expect(await refusal(updateNode(ctx(), other, { port: 443 }, ACTOR))).toBe('node.port_taken')
  await addNode(ctx(), wish({ ...place, protocol: 'hysteria2', connection: 'uniproxy' }), ACTOR)
  const taken = db.kysely
    .insertInto('nodes')
    .values({ ...place, name: 'raw', region: 'HK', protocol: 'vless' })
    .execute()
  await expect(taken).rejects.toThrow('nodes_port')
  await removeNode(ctx(), first, ACTOR)
  expect(await updateNode(ctx(), other, { port: 443 }, ACTOR)).toEqual(['port'])
})

test('when several take one port or name at once, one gets it and the others are told which was taken', async () => {
  const atOnce = async (works: (() => Promise<unknown>)[]) => (await Promise.all(works.map(problemsOf))).toSorted()
  const adds = (field: Partial<NodeWish>) => [1, 2, 3, 4].map(() => () => addNode(ctx(), wish(field), ACTOR))
  const others = await Promise.all(adds({}).map((add) => add()))
  const updates = (field: NodeChange) => others.map((id) => () => updateNode(ctx(), id, field, ACTOR))
  const losers = (code: string) => [code, code, code, null]
  expect(await atOnce(adds({ port: 20_001 }))).toEqual(losers('node.port_taken'))
  expect(await atOnce(updates({ port: 20_002 }))).toEqual(losers('node.port_taken'))
  expect(await atOnce(adds({ name: 'one name' }))).toEqual(losers('node.taken'))
  expect(await atOnce(updates({ name: 'another name' }))).toEqual(losers('node.taken'))
})

describe('tokens', () => {
  test('a foreign agent opens only its own node, and only with the latest token', async () => {
    const nodeId = await addNode(ctx(), wish({ connection: 'uniproxy' }), ACTOR)
    const otherId = await addNode(ctx(), wish({ connection: 'uniproxy' }), ACTOR)
    expect(await loadUniproxyNode(db, { nodeId, token: '' })).toBeNull()
    const old = await issueUniproxyToken(ctx(), nodeId, ACTOR)
    const token = await issueUniproxyToken(ctx(), nodeId, ACTOR)
    expect((await loadUniproxyNode(db, { nodeId, token }))?.id).toBe(nodeId)
    for (const wrong of ['', old, token.slice(1), token.toUpperCase()]) {
      expect(await loadUniproxyNode(db, { nodeId, token: wrong })).toBeNull()
    }
    expect(await loadUniproxyNode(db, { nodeId: otherId, token })).toBeNull()
  })

  test('each kind of node has its own kind of token', async () => {
    const ours = await addNode(ctx(), wish(), ACTOR)
    const foreign = await addNode(ctx(), wish({ connection: 'uniproxy' }), ACTOR)
    expect(await problemsOf(() => issueUniproxyToken(ctx(), ours, ACTOR))).toEqual({ node: 'is run by our own agent' })
    expect(await problemsOf(() => issueEnrolToken(ctx(), foreign, ACTOR))).toEqual({
      node: 'is run by a foreign agent',
    })
  })
})

test("a reseller's list has its own and the shared nodes, but no other reseller's", async () => {
  for (const id of [260, 65]) await buildReseller(db, { id })
  const shared = await addNode(ctx(), wish(), ACTOR)
  const own = await addNode(ctx(), wish({ resellerId: 260 }), ACTOR)
  const other = await addNode(ctx(), wish({ resellerId: 65 }), ACTOR)
  const listed = (await findNodes(ctx(), { resellerId: 260 })).map(({ id }) => id)
  expect([listed.includes(shared), listed.includes(own), listed.includes(other)]).toEqual([true, true, false])
  expect((await findNodes(ctx())).map(({ id }) => id)).toEqual(expect.arrayContaining([shared, own, other]))
})
