import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { makeEncryptionPair } from '../../test/build/encryption-pair.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { makeV1Agent, makeV2node, makeXboardNode } from '../../test/outside/foreign-agents.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { saveNodeSecrets } from '../nodes/node-secrets.ts'

const { db, config, inject } = await makeApp()
const { secretKey } = config

beforeEach(() => clock.reset())

async function buildNode(overrides: Parameters<typeof buildTrafficNode>[1] = {}) {
  const token = randomUUID()
  const nodeId = await buildTrafficNode(db, { uniproxyToken: token, ...overrides })
  const owner = await buildSubscriber(db, { deviceLimit: 2 })
  const credential = randomUUID()
  const number = await buildTrafficLine(db, owner, nodeId, { secretKey, credential })
  const used = async () =>
    (
      await db.kysely
        .selectFrom('subscriptions')
        .select('usedBytes')
        .where('accountId', '=', owner.id)
        .executeTakeFirstOrThrow()
    ).usedBytes
  return { nodeId, token, number, credential, used }
}

const REALITY = { security: 'reality', sni: 'www.example', publicKey: 'p'.repeat(43), flow: 'xtls-rprx-vision' }

describe('v2node', () => {
  test.each([
    ['vless', REALITY, { tls: 2, network: 'tcp', tls_settings: { dest: 'www.example', server_port: '443' } }],
    [
      'vless',
      { ...REALITY, target: '127.0.0.1:8443' },
      { tls_settings: { server_name: 'www.example', dest: '127.0.0.1', server_port: '8443' } },
    ],
    ['vless', { ...REALITY, target: '[::1]:8443' }, { tls_settings: { dest: '[::1]', server_port: '8443' } }],
    [
      'vless',
      { ...REALITY, serverNames: 'b.example', shortId: 'ab', shortIds: 'cd,ef' },
      {
        tls_settings: {
          server_name: 'www.example',
          server_names: ['www.example', 'b.example'],
          short_id: 'ab',
          short_ids: ['ab', 'cd', 'ef'],
        },
      },
    ],
    ['hysteria2', { ports: '20000-30000' }, { port_hop_enable: true, port_hop_ports: '20000-30000' }],
    ['vless', { security: 'tls', network: 'ws', path: '/x', certMode: 'self' }, { tls: 1, network: 'ws' }],
    ['vmess', { network: 'grpc', serviceName: 'gun' }, { tls: 0, network: 'grpc' }],
    [
      'vless',
      { network: 'xhttp', path: '/x', host: 'h.example' },
      { network: 'xhttp', network_settings: { path: '/x', host: 'h.example', mode: 'auto' } },
    ],
    ['vmess', { network: 'httpupgrade', path: '/x' }, { network_settings: { path: '/x' } }],
    ['trojan', { sni: 'a.example' }, { tls: 1, tls_settings: { cert_mode: 'file', server_name: 'a.example' } }],
    ['shadowsocks', { cipher: 'aes-128-gcm' }, { cipher: 'aes-128-gcm', server_key: '' }],
    [
      'shadowsocks',
      { cipher: '2022-blake3-aes-128-gcm', serverKey: 'AAECAwQFBgcICQoLDA0ODw==' },
      { cipher: '2022-blake3-aes-128-gcm', server_key: 'AAECAwQFBgcICQoLDA0ODw==' },
    ],
    [
      'hysteria2',
      { certMode: 'dns', dnsProvider: 'cloudflare', obfsPassword: 'fog' },
      {
        tls_settings: { cert_mode: 'dns', provider: 'cloudflare', dns_env: '', reject_unknown_sni: '0' },
        obfs_password: 'fog',
        'obfs-password': 'fog',
        ignore_client_bandwidth: true,
      },
    ],
    ['hysteria2', { upMbps: 50, certMode: 'http' }, { up_mbps: 50, down_mbps: 0, ignore_client_bandwidth: false }],
    [
      'tuic',
      { certMode: 'file', certFile: '/etc/c.pem', keyFile: '/etc/k.pem' },
      { tls_settings: { cert_mode: 'file', cert_file: '/etc/c.pem', key_file: '/etc/k.pem' } },
    ],
    ['anytls', { certMode: 'self' }, { network: 'tcp', network_settings: {}, padding_scheme: [] }],
  ] as const)('starts %s with %j', async (protocol, settings, expected) => {
    const node = await buildNode({ protocol, settings })
    const agent = makeV2node(inject, node)
    await agent.pullConfig()
    expect(agent.config).toMatchObject({ protocol, listen_ip: '0.0.0.0', server_port: 443, ...expected })
    await agent.pullConfig()
    expect(agent.starts).toBe(1)
  })

  test('gets the node’s half of an encryption, whole and in parts', async () => {
    const { encryption, decryption } = makeEncryptionPair('ml-kem-768', 'xorpub')
    const padded = decryption.replace('600s.', '600s.100-111-1111.75-0-111.')
    const node = await buildNode({ settings: { encryption } })
    await inTx({ db, config, now: clock.now() }, (tx) => saveNodeSecrets(tx, node.nodeId, { decryption: padded }))
    const agent = makeV2node(inject, node)
    await agent.pullConfig()
    const told = {
      // As Xboard-Node reads it.
      decryption: padded,
      // As v2node reads it, and puts it together again with dots.
      encryption: 'mlkem768x25519plus',
      encryption_settings: {
        mode: 'xorpub',
        ticket: '600s',
        server_padding: '100-111-1111.75-0-111',
        private_key: decryption.split('.')[3],
      },
    }
    expect(agent.config).toMatchObject(told)
    await expect(makeV1Agent(inject, node).pullConfig()).resolves.toMatchObject(told)
    const plain = makeV2node(inject, await buildNode())
    await plain.pullConfig()
    for (const name of Object.keys(told)) expect(plain.config).not.toHaveProperty(name)
  })

  test('pulls users, pushes, and is told when something is too small to report', async () => {
    const node = await buildNode({ settings: { reportMinKb: 16, deviceMinKb: 200 } })
    const agent = makeV2node(inject, node)
    await agent.pullConfig()
    expect(agent.config?.base_config).toEqual({
      push_interval: 60,
      pull_interval: 60,
      node_report_min_traffic: 16,
      device_online_min_traffic: 200,
    })
    expect(await agent.pullUsers()).toMatchObject([{ id: node.number, uuid: node.credential, device_limit: 2 }])
    expect(await agent.pullUsers()).toBeNull()
    await agent.push({ [node.number]: [100, 900] })
    await agent.alive({ [node.number]: ['192.0.2.1'] })
    expect(await node.used()).toBe(1000)
  })

  test('is told what users of the node cannot reach', async () => {
    const lists = { blockPorts: '25,6881-6889', blockAddresses: '10.0.0.0/8,fd00::/8', blockNames: 'ads.example' }
    const node = await buildNode({ settings: { blockBittorrent: true, ...lists, dns: '1.1.1.1' } })
    const agent = makeV2node(inject, node)
    await agent.pullConfig()
    expect(agent.config?.['routes']).toEqual([
      { id: 1, match: ['bittorrent'], action: 'protocol', action_value: null },
      { id: 2, match: ['25', '6881-6889'], action: 'block_port', action_value: null },
      { id: 3, match: ['10.0.0.0/8', 'fd00::/8'], action: 'block_ip', action_value: null },
      { id: 4, match: [String.raw`regexp:(^|\.)ads\.example$`], action: 'block', action_value: null },
      { id: 5, match: ['regexp:.*'], action: 'dns', action_value: '1.1.1.1' },
    ])
    await expect(makeV1Agent(inject, node).pullConfig()).resolves.toMatchObject({ routes: agent.config?.['routes'] })
  })

  test('on a node of IPv6 listens there', async () => {
    const node = await buildNode()
    await db.kysely.updateTable('nodes').set({ address: '2001:db8::1' }).where('id', '=', node.nodeId).execute()
    const agent = makeV2node(inject, node)
    await agent.pullConfig()
    expect(agent.config).toMatchObject({ listen_ip: '::' })
  })
})

describe('XrayR and V2bX', () => {
  test('XrayR names the engine, in any case; both know the protocol', async () => {
    const node = await buildNode({ protocol: 'vmess' })
    for (const type of ['V2ray', 'vmess', 'Vmess']) {
      const agent = makeV1Agent(inject, { ...node, type })
      expect(await agent.pullConfig()).toMatchObject({ network: 'tcp', tls: 0 })
      expect(await agent.pullUsers()).toMatchObject([{ id: node.number, uuid: node.credential }])
    }
  })

  test('a V2bX set to hysteria would start the first version: only hysteria2 is served', async () => {
    const node = await buildNode({ protocol: 'hysteria2' })
    await expect(makeV1Agent(inject, { ...node, type: 'hysteria' }).pullConfig()).rejects.toThrow('403')
    const agent = makeV1Agent(inject, { ...node, type: 'hysteria2' })
    expect(await agent.pullConfig()).toMatchObject({ version: 2 })
    await agent.push({ [node.number]: [1, 2] })
    expect([await node.used(), await agent.pullAlive()]).toEqual([3, { alive: {} }])
  })
})

describe('Xboard-Node', () => {
  test('shakes hands, pulls, and reports everything at once with its credentials in the body', async () => {
    const node = await buildNode({ protocol: 'hysteria2', settings: { certMode: 'self' } })
    const agent = makeXboardNode(inject, node)
    const settings = { push_interval: 60, pull_interval: 60 }
    expect(await agent.handshake()).toEqual({ websocket: { enabled: false }, settings })
    expect(await agent.pullConfig()).toMatchObject({
      protocol: 'hysteria2',
      cert_config: { cert_mode: 'self', domain: 'node.example' },
    })
    expect(await agent.pullUsers()).toMatchObject([{ id: node.number }])
    const report = {
      traffic: { [node.number]: [100, 900], 999999999: [1, 1] },
      alive: { [node.number]: ['192.0.2.7'], x: 3 },
      online: { [node.number]: 1 },
      status: { cpu: 50, mem: { total: 100, used: 25 }, kernel_status: 'running' },
      metrics: { uptime: 1 },
    }
    for (const again of [0, 1]) {
      const answer = await agent.report(report)
      expect([again, answer.json()]).toMatchObject([again, { data: true }])
      expect(await node.used()).toBe(1000)
    }
    const state = await db.kysely.selectFrom('nodeStates').selectAll().where('nodeId', '=', node.nodeId).execute()
    expect(state).toMatchObject([{ cpuPercent: 50, memoryPercent: 25, onlineUsers: 1 }])
    const leftOut = await db.kysely
      .selectFrom('trafficLeftOut')
      .select(['reason', 'entry'])
      .where('nodeId', '=', node.nodeId)
      .execute()
    expect(leftOut).toEqual([{ reason: 'unknown', entry: '999999999' }])
  })

  test('an odd part of a report does not cost the others', async () => {
    const node = await buildNode()
    const agent = makeXboardNode(inject, { ...node, type: 'vless' })
    await agent.report({ traffic: { [node.number]: [1, 1] }, alive: ['x'], status: { cpu: 'much' } })
    expect(await node.used()).toBe(2)
    await agent.report({ traffic: [1, 2] })
    await agent.report({ status: { cpu: 7, mem: { total: 4, used: 1 } } })
    expect(await node.used()).toBe(2)
  })

  test('an older one pushes with its credentials among the numbers', async () => {
    const node = await buildNode()
    const agent = makeXboardNode(inject, node)
    await agent.push({ [node.number]: [3, 4] })
    await agent.status({ cpu: 5, mem: { total: 10, used: 5 } })
    expect(await node.used()).toBe(7)
    const kept = db.kysely.selectFrom('trafficLeftOut').select('entry').where('nodeId', '=', node.nodeId)
    expect(await kept.execute()).toEqual([])
  })

  test('with a wrong token, or none, is refused and changes nothing', async () => {
    const node = await buildNode()
    const parts = { traffic: { [node.number]: [3, 4] } }
    for (const token of [randomUUID(), '', 7 as unknown as string]) {
      const agent = makeXboardNode(inject, { ...node, token })
      await expect(agent.report(parts)).rejects.toThrow('403')
      await expect(agent.handshake()).rejects.toThrow('403')
    }
    // The query wins: nobody speaks for two nodes in one call.
    const query = { node_id: String(node.nodeId), node_type: 'vless', token: '' }
    const payload = { ...parts, token: node.token, node_id: node.nodeId }
    const answer = await inject({ method: 'POST', url: '/api/v2/server/report', query, payload })
    expect([answer.statusCode, await node.used()]).toEqual([403, 0])
  })
})

test('the calls of both versions answer alike', async () => {
  const node = await buildNode()
  const query = { node_id: String(node.nodeId), token: node.token }
  for (const name of ['config', 'user', 'alivelist']) {
    const [first, second] = await Promise.all(
      ['/api/v1/server/UniProxy', '/api/v2/server'].map((base) => inject({ url: `${base}/${name}`, query })),
    )
    expect([second!.statusCode, second!.body, second!.headers['etag']]).toEqual([
      200,
      first!.body,
      first!.headers['etag'],
    ])
  }
  for (const [name, payload] of [
    ['push', { [node.number]: [1, 1] }],
    ['alive', { [node.number]: ['192.0.2.1'] }],
    ['status', { cpu: 1, mem: { total: 2, used: 1 } }],
  ] as const) {
    const cookie = 'XSRF-TOKEN=x'
    const answer = await inject({ method: 'POST', url: `/api/v2/server/${name}`, query, payload, headers: { cookie } })
    expect([name, answer.statusCode]).toEqual([name, 200])
  }
  expect(await node.used()).toBe(2)
})
