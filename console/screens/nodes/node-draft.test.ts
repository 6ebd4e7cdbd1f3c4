import { expect, it } from 'vitest'

import { filledSettings, FIRST, settingsOf, type NodeDraft } from './node-draft.ts'

/** What every foreign agent may be told. */
const ALWAYS = ['reportMinKb', 'deviceMinKb', 'blockBittorrent', 'blockPorts', 'blockAddresses', 'blockNames', 'dns']
const keysOf = (draft: Partial<NodeDraft>) => settingsOf({ ...FIRST, ...draft }).map(({ key }) => key)

it('shows settings that fit the protocol, the connection and earlier choices', () => {
  expect(keysOf({})).toEqual(['network', 'security'])
  expect(keysOf({ settings: { network: 'ws', security: 'tls' } })).toEqual([
    'network',
    'path',
    'host',
    'security',
    'sni',
    'fingerprint',
    'allowInsecure',
  ])
  expect(keysOf({ connection: 'uniproxy', settings: { security: 'reality' } })).toContain('publicKey')
  expect(keysOf({ protocol: 'shadowsocks' })).toEqual(['cipher', 'engine'])
  expect(keysOf({ protocol: 'shadowsocks', connection: 'uniproxy' })).toEqual(['cipher', ...ALWAYS])
})

it('asks where the certificate of a foreign agent comes from, with tls alone', () => {
  const foreign = { connection: 'uniproxy' } as const
  expect(keysOf({ ...foreign, settings: { security: 'reality' } })).not.toContain('certMode')
  expect(keysOf({ settings: { security: 'tls' } })).not.toContain('certMode')
  expect(keysOf({ ...foreign, settings: { security: 'tls' } })).toContain('certMode')
  const dns = keysOf({ ...foreign, protocol: 'tuic', settings: { certMode: 'dns' } })
  expect(dns.slice(-11)).toEqual(['certMode', 'dnsProvider', 'certFile', 'keyFile', ...ALWAYS])
})

it('sends visible settings that are filled in, and none that were hidden again', () => {
  const settings = { network: 'tcp', path: '/old', security: 'tls', sni: ' a.example ', allowInsecure: false }
  expect(filledSettings({ ...FIRST, settings })).toEqual({ network: 'tcp', security: 'tls', sni: 'a.example' })
  expect(filledSettings(FIRST)).toEqual({ network: 'tcp', security: 'none' })
})
