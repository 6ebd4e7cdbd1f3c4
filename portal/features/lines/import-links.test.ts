import { expect, it } from 'vitest'

import { type ClientId, clientsFor, lineReadersFor, systemOf } from './import-links.ts'

const URL_TEXT = 'https://line.example/sub/AbC-_1?app_key=yx_260'
const { here, elsewhere } = clientsFor('mac')
const all = new Map([...here, ...elsewhere].map((client) => [client.id, client]))
const feed = (id: ClientId) => all.get(id)!.feed(URL_TEXT, '海豚 加速')
const line = (id: ClientId, uri: string) => all.get(id)?.line?.(uri)

/** The feed's address with a format flag added to its query. */
const flagged = (flag: string) => `${URL_TEXT}&flag=${flag}`

it.each([
  ['clash', 'clash:', 'verge'],
  ['mihomo', 'clashmeta:', 'meta'],
  ['stash', 'stash:', 'stash'],
  ['singbox', 'sing-box:', 'sing-box'],
  ['surge', 'surge:', 'surge'],
  ['v2rayng', 'v2rayng:', 'v2rayng'],
] as const)('%s can read the address and its format from the link', (id, protocol, flag) => {
  const link = new URL(feed(id))
  expect(link.protocol).toBe(protocol)
  expect(link.searchParams.get('url')).toBe(flagged(flag))
})

it('names the profile in the way the client reads it', () => {
  for (const id of ['clash', 'mihomo', 'stash'] as const) {
    expect(new URL(feed(id)).searchParams.get('name')).toBe('海豚 加速')
  }
  for (const id of ['singbox', 'hiddify', 'v2rayng'] as const) {
    expect(decodeURIComponent(new URL(feed(id)).hash)).toBe('#海豚 加速')
  }
})

it('encodes the address for Shadowrocket in base64 that is safe inside a link', () => {
  const [, packed, remark] = /^shadowrocket:\/\/add\/sub:\/\/([\w-]+)\?remark=(.+)$/.exec(feed('shadowrocket'))!
  expect(Buffer.from(packed!, 'base64url').toString()).toBe(flagged('shadowrocket'))
  expect(decodeURIComponent(remark!)).toBe('海豚 加速')
})

it('gives Hiddify the address unchanged', () => {
  expect(feed('hiddify')).toBe(`hiddify://import/${flagged('hiddify')}#${encodeURIComponent('海豚 加速')}`)
})

it('imports a single line only in clients that can read one', () => {
  const uri = 'vless://id@1.2.3.4:443?type=ws&path=%2Fa#HK%2001'
  expect(line('hiddify', uri)).toBe(`hiddify://import/${uri}`)
  expect(new URL(line('v2rayng', uri)!).searchParams.get('url')).toBe(uri)
  expect(line('shadowrocket', uri)).toBe(`shadowrocket://add/${encodeURIComponent(uri)}`)
  expect([...all.values()].filter((client) => client.line).map(({ id }) => id)).toHaveLength(3)
})

it.each([
  ['ios', 'shadowrocket'],
  ['android', 'mihomo'],
  ['windows', 'clash'],
  ['mac', 'clash'],
  ['linux', 'clash'],
] as const)('puts the most likely client of %s first and omits none', (system, first) => {
  const clients = clientsFor(system)
  expect(clients.here[0]?.id).toBe(first)
  const ids = [...clients.here, ...clients.elsewhere].map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([8, 8])
  expect(lineReadersFor(system).length).toBeGreaterThan(0)
})

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 0, 'mac'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 5, 'android'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/132.0 ArkWeb/5.0 Mobile', 5, 'android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 10, 'windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0, 'linux'],
] as const)('%s with %i touch points runs %s', (userAgent, touchPoints, system) => {
  expect(systemOf(userAgent, touchPoints)).toBe(system)
})
