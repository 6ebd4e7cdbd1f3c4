import { expect, test } from 'vitest'

import { sample } from '../../../../test/grid.ts'
import { buildLine, everyLine, hardNames, secretOf } from '../../../test/build/client-lines.ts'
import { hasParsers, loadSurgio } from '../../../test/look/foreign-parsers.ts'
import { parseLineUri } from '../../../test/look/parse-uri.ts'
import { checkV2rayConfig, v2rayClient, v2rayKnows } from '../../../test/outside/v2ray-client.ts'
import { canRun, findProgram } from '../../../test/run/requires.ts'
import { connectionSettings } from './connection-settings.ts'
import { cleanName } from './names.ts'
import { travelsBy } from './stream.ts'
import type { ClientLine } from './types.ts'
import { lineUri } from './uri.ts'

const lines = everyLine()
const v2ray = findProgram('v2ray')
const withParsers = canRun('parsers of other projects (scripts/parsers)', hasParsers)
const withV2ray = canRun('v2ray', v2ray !== null)

test('the address of every line holds all its settings and nothing else', () => {
  expect(lines.length).toBeGreaterThan(180)
  for (const line of lines) {
    const parsed = parseLineUri(lineUri(line))
    const { name, address, port } = line
    const credential = secretOf(line)
    expect(parsed).toMatchObject({ protocol: line.protocol, name, address, port, credential })
    const settings = line.settings as Record<string, unknown>
    for (const key of [
      'cipher',
      'flow',
      'publicKey',
      'obfsPassword',
      'ports',
      'congestionControl',
      'path',
      'serviceName',
    ]) {
      if (settings[key]) expect([line.settings, parsed]).toMatchObject([line.settings, { [key]: settings[key] }])
    }
    if (parsed.security === 'none') expect(parsed.sni).toBeUndefined()
    else if (line.protocol !== 'shadowsocks') expect(parsed.sni).toBe(settings['sni'] ?? address)
    expect(parsed.allowInsecure ?? false).toBe(settings['allowInsecure'] ?? false)
  }
})

test.each(hardNames)('the name %j survives as one printable line', (name) => {
  for (const line of lines.slice(0, 60)) {
    const parsed = parseLineUri(lineUri({ ...line, name } as ClientLine))
    expect(parsed.name).toBe(cleanName(name))
    expect(parsed.name).not.toMatch(/\p{Cc}|\p{Cs}|\p{Zl}/u)
    expect(parsed.name.trim()).not.toBe('')
  }
})

test('websocket through an IPv6 address names the host in brackets', () => {
  const line = buildLine('vless', { network: 'ws' }, { address: '2001:db8::17' })
  expect(lineUri(line)).toContain('@[2001:db8::17]:443?')
  expect(parseLineUri(lineUri(line)).host).toBe('[2001:db8::17]')
})

test.skipIf(!withParsers)('surgio reads vmess, trojan and shadowsocks addresses as intended', () => {
  const surgio = loadSurgio()
  for (const line of lines) {
    const uri = lineUri(line)
    const hostname = line.address.includes(':') ? `[${line.address}]` : line.address
    const place = { nodeName: line.name, hostname, port: String(line.port) }
    if (line.protocol === 'shadowsocks') {
      expect(surgio.parseSSUri(uri)).toMatchObject({
        ...place,
        type: 'shadowsocks',
        method: line.settings.cipher,
        password: secretOf(line),
      })
    }
    if (line.protocol === 'trojan') {
      const sni = line.settings.sni ?? line.address
      expect(surgio.parseTrojanUri(uri)).toMatchObject({ ...place, type: 'trojan', password: line.credential, sni })
    }
    // It knows no newer transports.
    if (line.protocol === 'vmess' && travelsBy(line, ['tcp', 'ws', 'grpc'])) {
      const parsed = surgio.parseVmess(Buffer.from(uri.slice(8), 'base64').toString())
      expect(parsed).toMatchObject({
        ...place,
        hostname: line.address,
        type: 'vmess',
        uuid: line.credential,
        alterId: '0',
        network: line.settings.network ?? 'tcp',
        tls: line.settings.security === 'tls',
      })
      if (line.settings.path) expect(parsed).toMatchObject({ wsOpts: { path: line.settings.path } })
      if (line.settings.serviceName) {
        expect(parsed).toMatchObject({ grpcOpts: { serviceName: line.settings.serviceName } })
      }
    }
  }
})

test.skipIf(!withV2ray)('v2ray accepts a client made of each address that it supports', () => {
  const known = lines.map((line) => parseLineUri(lineUri(line))).filter(v2rayKnows)
  expect(new Set(known.map((line) => line.protocol)).size).toBe(4)
  for (const parsed of sample(known)) expect(checkV2rayConfig(v2ray!, v2rayClient(parsed, 10_808))).toBeNull()
})

test.skipIf(!withV2ray)('v2ray refuses a wrong address', () => {
  const shadowsocks = parseLineUri(lineUri(buildLine('shadowsocks', { cipher: 'aes-128-gcm' })))
  expect(checkV2rayConfig(v2ray!, v2rayClient({ ...shadowsocks, cipher: 'rot13' }, 10_808))).toMatch(/cipher/)
  const vless = parseLineUri(lineUri(buildLine('vless', {})))
  expect(checkV2rayConfig(v2ray!, v2rayClient({ ...vless, network: 'pigeon' }, 10_808))).toMatch(/pigeon/)
})

test('the strict parser refuses a sloppy address', () => {
  const good = lineUri(buildLine('vless', { network: 'ws', security: 'tls' }, { name: 'a' }))
  expect(() => parseLineUri(good)).not.toThrow()
  const bad = [
    good.replace('encryption=none&', ''),
    good.replace('type=ws', 'type=websocket'),
    good.replace('#a', ''),
    good.replace('?', '?surprise=1&'),
    good.replace(':443', ':443000'),
    good.replace('vless://', 'vless://x'),
    good.replace('#a', '#香港'),
    good.replace('sni=', 'sni=&peer='),
  ]
  for (const uri of bad) expect(() => parseLineUri(uri), uri).toThrow()
})

test('the settings to type by hand include everything in the address', () => {
  for (const line of lines) {
    const settings = connectionSettings(line)
    const beside = ['protocol', 'name', 'address', 'port', 'credential']
    for (const [key, value] of Object.entries(parseLineUri(lineUri(line)))) {
      if (!beside.includes(key)) expect(settings[key], `${line.protocol} ${key}`).toBe(String(value))
    }
    expect(Object.values(settings).every((value) => typeof value === 'string' && value !== '')).toBe(true)
  }
})
