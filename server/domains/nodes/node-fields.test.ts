import { expect, test } from 'vitest'

import { findNodeProblems, type NodeWish } from './node-fields.ts'

const wish = (overrides: object): NodeWish => ({
  resellerId: null,
  name: 'Node',
  names: {},
  region: 'HK',
  address: 'hk.example',
  port: 443,
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
  settings: { security: 'reality', publicKey: 'p'.repeat(43), sni: 'www.example' },
  secrets: { realityPrivateKey: 'k'.repeat(43) },
}
const FOREIGN_SS = { protocol: 'shadowsocks', connection: 'uniproxy' }

const bad: [name: string, fields: object, problems: object][] = [
  [
    'a key too short for its cipher',
    { ...FOREIGN_SS, settings: { cipher: '2022-blake3-aes-256-gcm', serverKey: 'AAECAwQFBgcICQoLDA0ODw==' } },
    { 'settings.serverKey': expect.stringContaining('as long as') },
  ],
  [
    'a key for a cipher without one',
    { ...FOREIGN_SS, settings: { cipher: 'aes-128-gcm', serverKey: 'AAECAwQFBgcICQoLDA0ODw==' } },
    { 'settings.serverKey': 'only with ciphers of 2022' },
  ],
  ['a pin without tls', { settings: { certSha256: '0'.repeat(64) } }, { 'settings.certSha256': 'only with tls' }],
  [
    'a pin that is no SHA-256',
    { protocol: 'trojan', settings: { certSha256: 'AB:CD' } },
    { 'settings.certSha256': expect.stringContaining('pattern') },
  ],
  [
    'xhttp without a path',
    { connection: 'uniproxy', settings: { network: 'xhttp' } },
    { 'settings.path': 'needed with xhttp' },
  ],
  [
    'a mode of xhttp elsewhere',
    { settings: { network: 'ws', path: '/x', xhttpMode: 'auto' } },
    { 'settings.xhttpMode': 'only with xhttp' },
  ],
  [
    'an address twice',
    { address: 'a.example', settings: { addresses: 'b.example,A.example' } },
    { 'settings.addresses': expect.stringContaining('once') },
  ],
  [
    'a relay before several addresses',
    { settings: { addresses: 'b.example', relayAddress: 'r.example' } },
    { 'settings.addresses': expect.stringContaining('relay') },
  ],
  ['a port of no relay', { settings: { relayPort: 1 } }, { 'settings.relayPort': 'needs relayAddress' }],
  [
    'one port of a relay for lines with a port each',
    { protocol: 'shadowsocks', settings: { cipher: 'aes-128-gcm', relayAddress: 'r.example', relayPort: 1 } },
    { 'settings.relayPort': expect.stringContaining('own port') },
  ],
  [
    'several names without reality',
    { connection: 'uniproxy', settings: { security: 'tls', serverNames: 'a.example', shortIds: 'ab' } },
    { 'settings.serverNames': 'only with reality', 'settings.shortIds': 'only with reality' },
  ],
  [
    'a server name twice',
    { ...REALITY, settings: { ...REALITY.settings, serverNames: 'www.example' } },
    { 'settings.serverNames': expect.stringContaining('once') },
  ],
  [
    'a short id of an odd length',
    { ...REALITY, settings: { ...REALITY.settings, shortIds: 'ab,abc' } },
    { 'settings.shortIds': expect.stringContaining('pattern') },
  ],
  [
    'a target without a port',
    { ...REALITY, settings: { ...REALITY.settings, target: 'www.example' } },
    { 'settings.target': expect.stringContaining('pattern') },
  ],
  [
    'a target with a port that is none',
    { ...REALITY, settings: { ...REALITY.settings, target: '[::1]:70000' } },
    { 'settings.target': 'a port from 1 to 65535' },
  ],
  [
    'a target without reality',
    { settings: { security: 'tls', target: 'www.example:443' } },
    { 'settings.target': 'only with reality' },
  ],
  [
    'ports the wrong way round',
    { protocol: 'hysteria2', connection: 'uniproxy', settings: { ports: '30000-20000' } },
    { 'settings.ports': 'ports from 1 to 65535' },
  ],
  [
    'hopping without ports',
    { protocol: 'hysteria2', connection: 'uniproxy', settings: { hopSeconds: 30 } },
    { 'settings.hopSeconds': 'needs ports' },
  ],
]
test.each(['127.0.0.1:8443', '[::1]:8443', 'www.other.example:443'])('REALITY may hide behind %s', (target) => {
  expect(findNodeProblems(wish({ ...REALITY, settings: { ...REALITY.settings, target } }))).toEqual({})
})

test.each(bad)('refused: %s', (_name, fields, problems) => {
  expect(findNodeProblems(wish(fields))).toEqual(problems)
})
