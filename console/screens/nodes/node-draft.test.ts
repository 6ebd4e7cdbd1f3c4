import { expect, it } from 'vitest'

import { endsAllForOne, filledSettings, FIRST, lacksUdp, settingsOf, type NodeDraft } from './node-draft.ts'

/** What every foreign agent may be told. */
const PLACE = ['addresses', 'relayAddress']
const ROUTES = ['blockBittorrent', 'blockPorts', 'blockAddresses', 'blockNames', 'dns']
const ALWAYS = [...PLACE, 'reportMinKb', 'deviceMinKb', ...ROUTES]
const keysOf = (draft: Partial<NodeDraft>) => settingsOf({ ...FIRST, ...draft }).map(({ key }) => key)

it('shows settings that fit the protocol, the connection and earlier choices', () => {
  expect(keysOf({})).toEqual(['engine', 'network', 'security', 'encryption', ...PLACE, ...ROUTES])
  expect(keysOf({ settings: { network: 'ws', security: 'tls' } })).toEqual([
    'engine',
    'network',
    'path',
    'host',
    'security',
    'sni',
    'fingerprint',
    'allowInsecure',
    'certSha256',
    'encryption',
    'certMode',
    ...PLACE,
    ...ROUTES,
  ])
  expect(keysOf({ connection: 'uniproxy', settings: { security: 'reality' } })).toContain('publicKey')
  expect(keysOf({ settings: { security: 'reality' } })).toContain('target')
  expect(keysOf({ settings: { security: 'tls' } })).not.toContain('target')
  expect(keysOf({ settings: { security: 'reality', engine: 'xray' } })).toContain('flow')
  expect(keysOf({ settings: { security: 'reality', engine: 'v2ray' } })).not.toContain('flow')
  expect(keysOf({ protocol: 'shadowsocks' })).toEqual(['cipher', 'engine', ...PLACE, ...ROUTES])
  expect(keysOf({ protocol: 'shadowsocks', settings: { engine: 'shadowsocks-libev' } })).not.toContain('dns')
  expect(keysOf({ protocol: 'hysteria2' })).not.toContain('blockBittorrent')
  const foreign = { protocol: 'shadowsocks', connection: 'uniproxy' } as const
  expect(keysOf(foreign)).toEqual(['cipher', ...ALWAYS])
  const newer = { ...foreign, settings: { cipher: '2022-blake3-aes-256-gcm' } }
  expect(keysOf(newer)).toEqual(['cipher', 'serverKey', ...ALWAYS])
})

it('offers the encryption of vless by Xray, and Vision with it', () => {
  const encryption = 'mlkem768x25519plus.native.0rtt.key'
  expect(keysOf({ settings: { encryption } })).toContain('flow')
  expect(keysOf({ settings: { encryption, network: 'ws' } })).not.toContain('flow')
  expect(keysOf({ settings: { engine: 'v2ray' } })).not.toContain('encryption')
  expect(keysOf({ protocol: 'vmess' })).not.toContain('encryption')
  expect(filledSettings({ ...FIRST, settings: { encryption: ` ${encryption}\n` } })).toMatchObject({ encryption })
})

it('asks for the path of a transport that has one', () => {
  const foreign = (network: string) => keysOf({ connection: 'uniproxy', settings: { network } }).slice(0, 4)
  expect(foreign('xhttp')).toEqual(['network', 'path', 'host', 'xhttpMode'])
  expect(foreign('httpupgrade')).toEqual(['network', 'path', 'host', 'security'])
})

it('asks for the port of a relay, unless every line has its own', () => {
  expect(keysOf({ settings: { relayAddress: 'r.example' } })).toEqual([
    'engine',
    'network',
    'security',
    'encryption',
    'relayAddress',
    'relayPort',
    ...ROUTES,
  ])
  const shadowsocks = { protocol: 'shadowsocks', settings: { relayAddress: 'r.example' } } as const
  expect(keysOf(shadowsocks)).toEqual(['cipher', 'engine', 'relayAddress', ...ROUTES])
  const hopping = { protocol: 'hysteria2', connection: 'uniproxy', settings: { ports: '1-9' } } as const
  expect(keysOf(hopping)).toContain('hopSeconds')
})

it('asks where the certificate comes from, only with tls', () => {
  const foreign = { connection: 'uniproxy' } as const
  expect(keysOf({ ...foreign, settings: { security: 'reality' } })).not.toContain('certMode')
  expect(keysOf({ settings: { security: 'none' } })).not.toContain('certMode')
  const own = settingsOf({ ...FIRST, protocol: 'trojan' }).find(({ key }) => key === 'certMode')
  expect(own?.options).toEqual(['file', 'self'])
  expect(keysOf({ protocol: 'trojan', settings: { certMode: 'self' } })).not.toContain('certFile')
  expect(keysOf({ ...foreign, settings: { security: 'tls' } })).toContain('certMode')
  const dns = keysOf({ ...foreign, protocol: 'tuic', settings: { certMode: 'dns' } })
  expect(dns.slice(-11)).toEqual(['certMode', 'dnsProvider', 'certFile', 'keyFile', ...ALWAYS.slice(2)])
})

it('says that vless and vmess by v2ray have no UDP', () => {
  expect(lacksUdp(FIRST)).toBe(true)
  expect(lacksUdp({ ...FIRST, settings: { engine: 'xray' } })).toBe(false)
  expect(lacksUdp({ ...FIRST, protocol: 'trojan' })).toBe(false)
  expect(lacksUdp({ ...FIRST, connection: 'uniproxy' })).toBe(false)
})

it('says the price of hysteria2 by Xray', () => {
  const hysteria: NodeDraft = { ...FIRST, protocol: 'hysteria2' }
  expect(endsAllForOne(hysteria)).toBe(false)
  expect(endsAllForOne({ ...hysteria, settings: { engine: 'xray' } })).toBe(true)
  expect(endsAllForOne({ ...FIRST, settings: { engine: 'xray' } })).toBe(false)
})

it('sends visible settings that are filled in, and none that were hidden again', () => {
  const settings = { network: 'tcp', path: '/old', security: 'tls', sni: ' a.example ', allowInsecure: false }
  expect(filledSettings({ ...FIRST, settings })).toEqual({ network: 'tcp', security: 'tls', sni: 'a.example' })
  expect(filledSettings(FIRST)).toEqual({ network: 'tcp', security: 'none' })
})
