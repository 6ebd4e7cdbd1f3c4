import { expect, test } from 'vitest'
import { parse } from 'yaml'

import type { FeedFormat } from '../../../contract/clients.ts'
import { buildLine, buildView } from '../../test/build/client-lines.ts'
import { makeEncryptionPair } from '../../test/build/encryption-pair.ts'
import {
  readClash,
  readLoonNode,
  readQuantumultXServer,
  readSingBox,
  readSip008,
  readSurge,
  type readSurgeProxy,
} from '../../test/look/parse-documents.ts'
import { parseLineUri } from '../../test/look/parse-uri.ts'
import { connectionSettings } from '../lines/connection/connection-settings.ts'
import type { FeedView } from '../lines/connection/types.ts'
import { formats } from './formats.ts'
import { texts } from './texts.ts'

const listOf = (text: string) => Buffer.from(text, 'base64').toString().trimEnd().split('\n')
const write = (format: FeedFormat, view: FeedView) => formats[format].write(view)
type Read = Record<string, unknown>
const singBoxLines = (view: FeedView): Read[] => readSingBox(write('sing-box', view)).proxies

test('gives each datagram its own target, and offers none where the engine cannot', () => {
  const lines = (['uniproxy', 'agent'] as const).flatMap((connection) => [
    buildLine('vless', {}, { name: `vless ${connection}`, connection }),
    buildLine('vmess', {}, { name: `vmess ${connection}`, connection }),
    buildLine('trojan', {}, { name: `trojan ${connection}`, connection }),
  ])
  const view = buildView({ lines })
  const { proxies } = readClash(write('mihomo', view))
  expect(proxies.map((proxy) => [proxy['name'], proxy['udp'], proxy['packet-encoding']])).toEqual([
    ['vless uniproxy', true, 'xudp'],
    ['vmess uniproxy', true, 'xudp'],
    ['trojan uniproxy', true, undefined],
    ['vless agent', false, undefined],
    ['vmess agent', false, undefined],
    ['trojan agent', true, undefined],
  ])
  expect(singBoxLines(view).map((line) => [line['packet_encoding'], line['network']])).toEqual([
    ['xudp', undefined],
    ['xudp', undefined],
    [undefined, undefined],
    [undefined, 'tcp'],
    [undefined, 'tcp'],
    [undefined, undefined],
  ])
  const udpOf = (format: 'loon' | 'quantumult-x', read: typeof readLoonNode, key: string) =>
    write(format, view)
      .trimEnd()
      .split('\n')
      .map((line) => read(line).params[key])
  expect(udpOf('loon', readLoonNode, 'udp')).toEqual(['true', 'true', 'true', 'false', 'false', 'true'])
  expect(udpOf('quantumult-x', readQuantumultXServer, 'udp-relay')).toEqual(udpOf('loon', readLoonNode, 'udp'))
})

test.each(['mihomo', 'stash', 'clash'] as const)('%s lets no datagram leave beside the tunnel', (format) => {
  const rules = (parse(write(format, buildView())) as { rules: string[] }).rules
  expect(rules.slice(-2)).toEqual(['MATCH,节点选择', 'MATCH,REJECT'])
})

test('Surge refuses datagrams for a line without UDP', () => {
  expect(write('surge', buildView())).toContain('udp-policy-not-supported-behaviour = REJECT')
})

test('pins the certificate in the words of each client', () => {
  const certSha256 = 'a1'.repeat(32)
  const pinned = { sni: 'cdn.example', allowInsecure: true, certSha256 }
  const lines = [
    buildLine('trojan', pinned),
    buildLine('vmess', { security: 'tls', ...pinned }),
    buildLine('hysteria2', pinned),
    buildLine('anytls', pinned),
  ]
  const view = buildView({ lines })
  const clash = (format: FeedFormat, key: string) => readClash(write(format, view)).proxies.map((proxy) => proxy[key])
  expect(clash('mihomo', 'fingerprint')).toEqual(Array(4).fill(Array(32).fill('a1').join(':')))
  expect(clash('stash', 'server-cert-fingerprint')).toEqual(Array(4).fill(certSha256))
  expect(clash('clash', 'fingerprint')).toEqual([undefined, undefined])
  for (const kind of ['surge', 'surfboard'] as const) {
    for (const { params } of readSurge(write(kind, view)).proxies as ReturnType<typeof readSurgeProxy>[]) {
      expect(params['server-cert-fingerprint-sha256']).toBe(certSha256)
    }
  }
  for (const [format, read, count] of [
    ['loon', readLoonNode, 4],
    ['quantumult-x', readQuantumultXServer, 3],
  ] as const) {
    const nodes = write(format, view).trimEnd().split('\n').map(read)
    expect(nodes.map(({ params }) => params['tls-cert-sha256'])).toEqual(Array(count).fill(certSha256))
  }
  const uris = listOf(write('base64', view)).slice(0, 3)
  expect(uris.map((uri) => parseLineUri(uri).certSha256)).toEqual(Array(3).fill(certSha256))
  expect(uris[0]).toContain(`pcs=${certSha256}`)
  expect(uris[2]).toContain(`insecure=1&pinSHA256=${certSha256}`)
})

test('a cipher of 2022 has the keys of node and user, and is left out where it is not known', () => {
  const serverKey = 'AAECAwQFBgcICQoLDA0ODw=='
  const line = buildLine('shadowsocks', { cipher: '2022-blake3-aes-128-gcm', serverKey })
  const view = buildView({ lines: [line, buildLine('shadowsocks', { cipher: 'aes-128-gcm' }, { name: 'old' })] })
  // As V2bX and v2node make it.
  const password = `${serverKey}:${Buffer.from(line.credential.slice(0, 16)).toString('base64')}`
  const [clash] = readClash(write('mihomo', view)).proxies
  expect(clash).toMatchObject({ type: 'ss', cipher: '2022-blake3-aes-128-gcm', password })
  expect(singBoxLines(view)[0]).toMatchObject({ method: '2022-blake3-aes-128-gcm', password })
  expect(readSurge(write('surge', view)).proxies[0]).toMatchObject({ params: { password: `"${password}"` } })
  expect(readLoonNode(write('loon', view).split('\n')[0]!).credential).toBe(password)
  expect(readQuantumultXServer(write('quantumult-x', view).split('\n')[0]!).credential).toBe(password)
  expect(readSip008(write('sip008', view))[0]).toMatchObject({ method: '2022-blake3-aes-128-gcm', password })
  const [uri] = listOf(write('base64', view))
  expect(uri).toContain(`ss://2022-blake3-aes-128-gcm:${encodeURIComponent(password)}@`)
  expect(readClash(write('clash', view)).names).toEqual(['old'])
})

test('httpupgrade and xhttp reach the clients that know them, and no others', () => {
  const place = { path: '/x', host: 'front.example', security: 'tls' } as const
  const lines = [
    buildLine('vless', { ...place, network: 'httpupgrade' }, { name: 'vless up' }),
    buildLine('vmess', { ...place, network: 'httpupgrade' }, { name: 'vmess up' }),
    buildLine('vless', { ...place, network: 'xhttp', xhttpMode: 'stream-up' }, { name: 'vless x' }),
    buildLine('vmess', { ...place, network: 'xhttp' }, { name: 'vmess x' }),
    buildLine('trojan', {}, { name: 'plain' }),
  ]
  const view = buildView({ lines })
  const mihomo = readClash(write('mihomo', view)).proxies
  expect(mihomo.map((proxy) => proxy['name'])).toEqual(['vless up', 'vmess up', 'vless x', 'plain'])
  expect(mihomo[0]).toMatchObject({ network: 'ws', 'ws-opts': { path: '/x', 'v2ray-http-upgrade': true } })
  expect(mihomo[2]).toMatchObject({
    network: 'xhttp',
    'xhttp-opts': { path: '/x', host: 'front.example', mode: 'stream-up' },
  })
  expect(singBoxLines(view).map((line) => line['tag'])).toEqual(['vless up', 'vmess up', 'plain'])
  const upgrade = { type: 'httpupgrade', path: '/x', host: 'front.example' }
  expect(singBoxLines(view).slice(0, 2)).toMatchObject([{ transport: upgrade }, { transport: upgrade }])
  for (const format of ['stash', 'clash'] as const) expect(readClash(write(format, view)).names).toEqual(['plain'])
  for (const format of ['surge', 'surfboard'] as const) expect(readSurge(write(format, view)).names).toEqual(['plain'])
  for (const format of ['loon', 'quantumult-x'] as const) expect(write(format, view).trim().split('\n')).toHaveLength(1)
  const parsed = listOf(write('xray', view)).map(parseLineUri)
  expect(parsed.map(({ network, mode }) => [network, mode])).toEqual([
    ['httpupgrade', undefined],
    ['httpupgrade', undefined],
    ['xhttp', 'stream-up'],
    ['xhttp', 'auto'],
    ['tcp', undefined],
  ])
})

test('an encryption of vless reaches the clients that know it, and no others', () => {
  const { encryption } = makeEncryptionPair('ml-kem-768')
  const vision = { encryption, flow: 'xtls-rprx-vision' } as const
  const lines = [
    buildLine('vless', { encryption, network: 'ws', path: '/x' }, { name: 'secret ws' }),
    buildLine('vless', vision, { name: 'secret vision' }),
    buildLine('vless', {}, { name: 'open' }),
    buildLine('trojan', {}, { name: 'plain' }),
  ]
  const view = buildView({ lines })
  const mihomo = readClash(write('mihomo', view)).proxies
  expect(mihomo.map((proxy) => [proxy['name'], proxy['encryption'], proxy['udp']])).toEqual([
    ['secret ws', encryption, true],
    ['secret vision', encryption, true],
    ['open', undefined, true],
    ['plain', undefined, true],
  ])
  for (const format of ['xray', 'base64', 'shadowrocket'] as const) {
    const uris = listOf(write(format, view)).filter((line) => line.includes('://'))
    expect(uris.map((uri) => parseLineUri(uri).encryption)).toEqual([encryption, encryption, undefined, undefined])
    expect(uris.filter((uri) => uri.includes('encryption=none'))).toHaveLength(1)
  }
  expect(readClash(write('stash', view)).names).toEqual(['open', 'plain'])
  expect(readClash(write('clash', view)).names).toEqual(['plain'])
  expect(singBoxLines(view).map((line) => line['tag'])).toEqual(['open', 'plain'])
  for (const format of ['surge', 'surfboard'] as const) expect(readSurge(write(format, view)).names).toEqual(['plain'])
  for (const format of ['loon', 'quantumult-x'] as const) {
    expect(write(format, view).trim().split('\n')).toHaveLength(2)
    expect(write(format, view)).not.toContain('secret')
  }
  // Others read Mihomo's documents with another engine.
  expect(readClash(write('mihomo', { ...view, engine: 'sing-box' })).names).toEqual(['open', 'plain'])
  const none = buildView({ lines: lines.slice(0, 2) })
  for (const [format, given] of [
    ['mihomo', { ...none, engine: 'egern' } as FeedView],
    ['stash', none],
  ] as const) {
    expect(readClash(write(format, given)).names).toEqual([texts['zh-CN'].reasons.client])
  }
  expect(connectionSettings(lines[1]!)).toMatchObject({ encryption, flow: 'xtls-rprx-vision', security: 'none' })
})

test('clients hop among the ports of Hysteria 2 in their own words', () => {
  const view = buildView({ lines: [buildLine('hysteria2', { ports: '443,20000-30000', hopSeconds: 30 })] })
  expect(readClash(write('mihomo', view)).proxies).toMatchObject([{ ports: '443,20000-30000', 'hop-interval': 30 }])
  const [singBox] = singBoxLines(view)
  expect(singBox).toMatchObject({ server_ports: ['443:443', '20000:30000'], hop_interval: '30s' })
  expect(singBox).not.toHaveProperty('server_port')
  for (const kind of ['surge', 'surfboard'] as const) {
    expect(readSurge(write(kind, view)).proxies).toMatchObject([
      { params: { 'port-hopping': '"443;20000-30000"', 'port-hopping-interval': '30' } },
    ])
  }
  const loon = buildView({ lines: [buildLine('hysteria2', { ports: '20000-30000' })] })
  expect(readLoonNode(write('loon', loon).trimEnd()).params).toMatchObject({ 'server-ports': '20000-30000' })
  expect(parseLineUri(listOf(write('xray', view))[0]!).ports).toBe('443,20000-30000')
})

test('what a Hysteria 2 node sends is what its clients receive', () => {
  const view = buildView({ lines: [buildLine('hysteria2', { upMbps: 160, downMbps: 16 })] })
  expect(readClash(write('mihomo', view)).proxies).toMatchObject([{ up: '16 Mbps', down: '160 Mbps' }])
  expect(singBoxLines(view)).toMatchObject([{ up_mbps: 16, down_mbps: 160 }])
  expect(readSurge(write('surge', view)).proxies).toMatchObject([{ params: { 'download-bandwidth': '160' } }])
  expect(readLoonNode(write('loon', view).trimEnd()).params).toMatchObject({ 'download-bandwidth': '160' })
})
