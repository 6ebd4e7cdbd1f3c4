import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { feedFormats, type FeedFormat } from '../../../contract/clients.ts'
import { LANGUAGES } from '../../../contract/languages.ts'
import { buildLine, buildView, everyLine, hardNames, secretOf } from '../../test/build/client-lines.ts'
import { hasParsers, loadMihomoSchema, loadSingBoxSchema, loadSurgio } from '../../test/look/foreign-parsers.ts'
import {
  readClash,
  readLoonNode,
  readQuantumultXServer,
  readSingBox,
  readSip008,
  readSurge,
  readSurgeProxy,
} from '../../test/look/parse-documents.ts'
import { parseLineUri } from '../../test/look/parse-uri.ts'
import { canRun } from '../../test/run/requires.ts'
import { travelsBy } from '../lines/connection/stream.ts'
import type { ClientLine, FeedView } from '../lines/connection/types.ts'
import { formats } from './formats.ts'
import { surgeKnows } from './surge-proxy.ts'
import { texts } from './texts.ts'

const withParsers = canRun('parsers of other projects (scripts/parsers)', hasParsers)
const surgio = withParsers ? loadSurgio() : null!
const mihomoComplaints = withParsers ? loadMihomoSchema() : null!
const modes = ['standard', 'game', 'video', 'saver'] as const
const all = everyLine()
const some = all.filter((_, at) => at % 8 === 0)

/** Each line alone, all lines, forty lines, and every hard name. */
const views: [string, FeedView][] = [
  ['all lines', buildView({ lines: all })],
  ['forty lines', buildView({ lines: all.slice(0, 40).map((line, at) => ({ ...line, name: `节点 ${at}` })) })],
  ...hardNames.map((name): [string, FeedView] => [
    `name ${JSON.stringify(name)}`,
    buildView({ lines: [...all.slice(0, 9), ...all.slice(-12)].map((line) => ({ ...line, name }) as ClientLine) }),
  ]),
  ['all hard names', buildView({ lines: hardNames.map((name) => buildLine('trojan', { network: 'ws' }, { name })) })],
  ...modes.map((speedMode): [string, FeedView] => [speedMode, buildView({ lines: some, speedMode })]),
  ...LANGUAGES.map((language): [string, FeedView] => [language, buildView({ lines: some, language })]),
  ['an address for the portal', buildView({ reason: 'paused', lines: [], portalUrl: 'http://127.0.0.1:3000/' })],
]

const listOf = (text: string) => Buffer.from(text, 'base64').toString().trimEnd().split('\n')
const write = (format: FeedFormat, view: FeedView) => formats[format].write(view)

describe.each(['mihomo', 'stash', 'clash'] as const)('%s', (format) => {
  test('every reference in every document is defined', () => {
    for (const [, view] of views) {
      const document = readClash(write(format, view))
      expect(document.groups[0]?.name).toBe(document.final)
    }
  })

  test.skipIf(!withParsers)('the schema of Mihomo accepts every document', () => {
    for (const [what, view] of views) {
      expect([what, mihomoComplaints(parse(write(format, view)))]).toEqual([what, []])
    }
    const [first] = (parse(write(format, buildView())) as { proxies: object[] }).proxies
    expect(mihomoComplaints({ proxies: [first] })).toEqual([])
    expect(mihomoComplaints({ proxies: [{ ...first, port: 'x' }] })).not.toEqual([])
    expect(mihomoComplaints({ proxies: [{ ...first, type: 'pigeon' }] })).not.toEqual([])
  })

  test.skipIf(!withParsers)('surgio reads every line with its place and credential', () => {
    const { proxies } = readClash(write(format, buildView({ lines: all })))
    // surgio refuses vless without TLS and knows no xhttp.
    const kept = proxies.filter(
      (proxy) => proxy['type'] !== 'vless' || (proxy['tls'] === true && proxy['network'] !== 'xhttp'),
    )
    const nodes = surgio.parseClashConfig(kept)
    expect(nodes.map((node) => node.nodeName)).toEqual(kept.map((proxy) => proxy['name']))
    for (const [at, node] of nodes.entries()) {
      expect(node['hostname']).toBe(kept[at]?.['server'])
      expect(node['port']).toBe(kept[at]?.['port'])
      expect(node['uuid'] ?? node['password']).toMatch(/^[0-9a-f-]{36}$|=:/)
    }
  })
})

test('Mihomo gets every line; older clients get the lines they know', () => {
  const typesOf = (format: FeedFormat) =>
    new Set(readClash(write(format, buildView({ lines: all }))).proxies.map((proxy) => proxy['type']))
  const known = all.filter((line) => line.protocol === 'vless' || travelsBy(line, ['tcp', 'ws', 'grpc', 'httpupgrade']))
  expect(readClash(write('mihomo', buildView({ lines: all }))).names).toHaveLength(known.length)
  expect(typesOf('mihomo')).toEqual(new Set(['ss', 'vmess', 'trojan', 'vless', 'hysteria2', 'tuic', 'anytls']))
  expect(typesOf('stash')).toEqual(typesOf('mihomo'))
  expect(typesOf('clash')).toEqual(new Set(['ss', 'vmess', 'trojan']))
})

test('Stash gets REALITY only over TCP', () => {
  const reality = {
    security: 'reality',
    publicKey: 'jNXHt1yRo0vDuchQlIP6Z0ZvjT3KtzVI-T4E7RoLJS0',
    shortId: '',
  } as const
  const lines = (['tcp', 'ws', 'grpc'] as const).map((network) =>
    buildLine('vless', { ...reality, network }, { name: network }),
  )
  expect(readClash(write('stash', buildView({ lines }))).names).toEqual(['tcp'])
  expect(readClash(write('mihomo', buildView({ lines }))).names).toEqual(['tcp', 'ws', 'grpc'])
})

test.each(['mihomo', 'stash', 'clash', 'sing-box'] as const)('%s needs nothing from outside to start', (format) => {
  for (const [, view] of views) {
    expect(write(format, view)).not.toMatch(/geoip|geosite|rule-?set|rule-providers|proxy-providers/i)
  }
})

test('a short id of digits stays a string for older YAML parsers', () => {
  const { proxies } = readClash(write('mihomo', buildView({ lines: all })))
  const ids = proxies.flatMap(
    (proxy) => (proxy['reality-opts'] as { 'short-id': unknown } | undefined)?.['short-id'] ?? [],
  )
  expect(ids).toContain('01e2')
})

test('the automatic group follows the speed mode', () => {
  const groupOf = (speedMode: FeedView['speedMode']) => ({
    clash: readClash(write('mihomo', buildView({ speedMode }))).groups[1],
    singBox: readSingBox(write('sing-box', buildView({ speedMode }))).groups[1],
    surge: readSurge(write('surge', buildView({ speedMode }))).groups[1],
  })
  expect(groupOf('standard').clash).toMatchObject({ type: 'url-test', tolerance: 50 })
  expect(groupOf('game').clash).toMatchObject({ type: 'url-test', tolerance: 5 })
  expect(groupOf('video').clash).toMatchObject({ type: 'load-balance' })
  expect(groupOf('saver').clash).toMatchObject({ type: 'fallback' })
  expect(groupOf('game').singBox).toMatchObject({ type: 'urltest', tolerance: 5 })
  expect(modes.map((mode) => groupOf(mode).surge?.type)).toEqual(['url-test', 'url-test', 'load-balance', 'fallback'])
})

test('offers UDP only where the engine relays it', () => {
  const engines = ['v2ray', 'shadowsocks-libev'] as const
  const lines = engines.map((engine) => buildLine('shadowsocks', { cipher: 'aes-128-gcm', engine }, { name: engine }))
  const view = buildView({ lines })
  expect(readClash(write('mihomo', view)).proxies.map((proxy) => proxy['udp'])).toEqual([true, false])
  expect(readSurge(write('surge', view)).proxies).toMatchObject([
    { params: { 'udp-relay': 'true' } },
    { params: { 'udp-relay': 'false' } },
  ])
  const { outbounds } = JSON.parse(write('sing-box', view)) as { outbounds: { type: string; network?: string }[] }
  const networks = outbounds.filter(({ type }) => type === 'shadowsocks').map(({ network }) => network)
  expect(networks).toEqual([undefined, 'tcp'])
})

describe('sing-box', () => {
  test('every document has all lines and only defined references', () => {
    for (const [, view] of views) {
      const document = readSingBox(write('sing-box', view))
      const known = view.lines.filter((line) => travelsBy(line, ['tcp', 'ws', 'grpc', 'httpupgrade']))
      expect(document.names).toHaveLength(Math.max(1, known.length))
    }
  })

  test.skipIf(!withParsers)('its schema accepts every document', () => {
    const complaints = loadSingBoxSchema()
    for (const [what, view] of views) {
      expect([what, complaints(JSON.parse(write('sing-box', view)))]).toEqual([what, []])
    }
    const text = write('sing-box', buildView({ lines: [buildLine('vless', { security: 'tls' })] }))
    for (const key of ['uuid', 'server_name', 'default_domain_resolver', 'detour']) {
      expect([key, complaints(JSON.parse(text.replace(`"${key}"`, '"misspelt"')))]).not.toEqual([key, []])
    }
  })
})

const inSurge = (kind: 'surge' | 'surfboard') => (line: ClientLine) =>
  line.protocol !== 'vless' && surgeKnows(line, kind)

describe('surge', () => {
  test.each(['surge', 'surfboard'] as const)('%s gets the lines it knows and only defined references', (kind) => {
    for (const [, view] of views) {
      const document = readSurge(write(kind, view))
      expect(document.names).toHaveLength(Math.max(1, view.lines.filter(inSurge(kind)).length))
    }
    const { proxies } = readSurge(write(kind, buildView({ lines: all })))
    const types = new Set(proxies.map((proxy) => proxy['type']))
    expect(types).toEqual(new Set(['ss', 'vmess', 'trojan', 'hysteria2', 'tuic-v5', 'anytls']))
  })

  test('Surfboard hides Hysteria 2 and has no word of Surge alone', () => {
    const lines = [buildLine('hysteria2', { obfsPassword: 'obfs.word-1' }, { name: 'hidden' })]
    const text = write('surfboard', buildView({ lines }))
    expect(readSurge(text).proxies).toMatchObject([{ params: { 'salamander-password': 'obfs.word-1' } }])
    expect(readSurge(text).managed).toContain('flag=surfboard ')
    expect(text).not.toContain('dns-failed')
  })

  test('requests the next profile at our own address', () => {
    const plain = readSurge(write('surge', buildView()))
    expect(plain.managed).toBe(
      '#!MANAGED-CONFIG https://portal.example/sub/token-of-the-user-000?flag=surge interval=43200 strict=true',
    )
    const withKey = readSurge(write('surge', buildView({ url: 'https://p.example/sub/t?app_key=yx_0' })))
    expect(withKey.managed).toContain('https://p.example/sub/t?app_key=yx_0&flag=surge ')
  })

  test.skipIf(!withParsers)("each line matches surgio's own output for the same node", () => {
    const lines = all.filter(inSurge('surge')).map((line, at) => ({ ...line, name: `n${at}` }))
    const { proxies } = readClash(write('mihomo', buildView({ lines })))
    const nodes = surgio.parseClashConfig(proxies).map((node) => ({ ...node, surgeConfig: { vmessAEAD: true } }))
    const theirs = surgio
      .getSurgeNodes(nodes)
      .replaceAll(/user-agent:[^|]*\|/gi, '')
      .split('\n')
      .map(readSurgeProxy)
      .map(comparable)
    const ours = readSurge(write('surge', buildView({ lines }))).proxies as ReturnType<typeof readSurgeProxy>[]
    expect(theirs.length).toBeGreaterThan(50)
    expect(ours.map(comparable)).toEqual(theirs)
  })
})

/** surgio adds a browser's name to the handshake, quotes headers, knows neither pins nor hopping, and lists what is off. */
function comparable({ name, type, host, port, params: given }: ReturnType<typeof readSurgeProxy>) {
  const hops = ['port-hopping', 'port-hopping-interval', 'server-cert-fingerprint-sha256']
  const params: Record<string, string> = Object.fromEntries(
    Object.entries(given).filter(([key]) => !hops.includes(key)),
  )
  const host_ = /host:"?([^"|\\]+)/i.exec(params['ws-headers'] ?? '')?.[1]
  const kept = Object.entries({ ...params, ...(host_ ? { 'ws-headers': host_ } : {}) }).map(
    ([key, value]) => [key, value.replaceAll('"', '')] as const,
  )
  return { name, type, host, port, params: Object.fromEntries(kept.filter(([, value]) => value !== 'false')) }
}

const isStreamedSimply = (line: ClientLine) => travelsBy(line, ['tcp', 'ws'])

test.each([
  ['loon', readLoonNode],
  ['quantumult-x', readQuantumultXServer],
] as const)('%s gets each line it knows with place, credential and name', (format, read) => {
  for (const [, view] of views) {
    const nodes = write(format, view).trimEnd().split('\n').map(read)
    const known = view.lines.filter((line) => feedFormats[format].includes(line.protocol) && isStreamedSimply(line))
    expect(nodes).toHaveLength(Math.max(1, known.length))
    expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length)
    for (const [at, line] of known.entries()) {
      const place = { host: line.address, port: String(line.port), type: line.protocol }
      expect(nodes[at]).toMatchObject({ ...place, credential: secretOf(line) })
    }
  }
})

test('Loon and Quantumult X read REALITY, websockets and certificates in their own words', () => {
  const publicKey = 'jNXHt1yRo0vDuchQlIP6Z0ZvjT3KtzVI-T4E7RoLJS0'
  const reality = { security: 'reality', sni: 'www.example', publicKey, shortId: '01e2' } as const
  const lines = [
    buildLine('vless', { ...reality, flow: 'xtls-rprx-vision' }),
    buildLine('vmess', { network: 'ws', path: '/p', host: 'front.example', security: 'tls', allowInsecure: true }),
    buildLine('trojan', { sni: 'cdn.example' }),
  ]
  const nodes = (format: 'loon' | 'quantumult-x', read: typeof readLoonNode) =>
    write(format, buildView({ lines }))
      .trimEnd()
      .split('\n')
      .map((line) => read(line).params)
  expect(nodes('loon', readLoonNode)).toMatchObject([
    { 'public-key': publicKey, 'short-id': '01e2', sni: 'www.example', flow: 'xtls-rprx-vision', 'over-tls': 'true' },
    { transport: 'ws', path: '/p', host: 'front.example', 'skip-cert-verify': 'true', 'tls-name': 'hk1.node.example' },
    { 'tls-name': 'cdn.example', 'skip-cert-verify': 'false' },
  ])
  expect(nodes('quantumult-x', readQuantumultXServer)).toMatchObject([
    {
      obfs: 'over-tls',
      'tls-host': 'www.example',
      'reality-base64-pubkey': publicKey,
      'reality-hex-shortid': '01e2',
      'vless-flow': 'xtls-rprx-vision',
    },
    { obfs: 'wss', 'obfs-uri': '/p', 'obfs-host': 'front.example', 'tls-verification': 'false', aead: 'true' },
    { 'over-tls': 'true', 'tls-host': 'cdn.example', 'tls-verification': 'true' },
  ])
})

test('the list for Xray omits what it cannot read and says so when nothing is left', () => {
  const uris = listOf(write('xray', buildView({ lines: all })))
  const protocols = new Set(uris.map((uri) => parseLineUri(uri).protocol))
  expect(protocols).toEqual(new Set(['shadowsocks', 'vmess', 'trojan', 'vless', 'hysteria2']))
  const [only, ...more] = listOf(write('xray', buildView({ lines: [buildLine('tuic', {}), buildLine('anytls', {})] })))
  expect([decodeURIComponent(only!.split('#')[1]!), more]).toEqual([texts['zh-CN'].reasons.client, []])
})

test('the list has one address for each line', () => {
  for (const [, view] of views) {
    const uris = listOf(write('base64', view))
    expect(uris).toHaveLength(Math.max(1, view.lines.length))
    if (!view.reason) for (const uri of uris) parseLineUri(uri)
    const names = uris.filter((uri) => uri.includes('#')).map((uri) => uri.split('#')[1])
    expect(new Set(names).size).toBe(names.length)
  }
})

test('Shadowrocket gets a first line with traffic and last business day, then the list', () => {
  const [status, ...uris] = listOf(write('shadowrocket', buildView({ lines: all })))
  expect(status).toBe('STATUS=🚀↑:1.00GB,↓:4.00GB,TOT:100.00GB💡Expires:2027-02-01')
  expect(uris).toEqual(listOf(write('base64', buildView({ lines: all }))))
  const [forEver] = listOf(write('shadowrocket', buildView({ expiresAt: null })))
  expect(forEver).toBe('STATUS=🚀↑:1.00GB,↓:4.00GB,TOT:100.00GB')
})

test('SIP008 has only the shadowsocks lines', () => {
  const shadowsocks = all.filter((line) => line.protocol === 'shadowsocks')
  const servers = readSip008(write('sip008', buildView({ lines: all })))
  expect(servers.map((server) => server['password'])).toEqual(shadowsocks.map(secretOf))
  expect(servers.map((server) => server['server_port'])).toEqual(shadowsocks.map((line) => line.port))
  for (const [, view] of views) readSip008(write('sip008', view))
})

describe.each(['paused', 'locked', 'none', 'expired', 'quota', 'lines', 'maintenance', 'devices'] as const)(
  '%s',
  (reason) => {
    test.each(Object.keys(formats) as FeedFormat[])('%s says why in every language and connects nowhere', (format) => {
      for (const language of LANGUAGES) {
        // Even a view that wrongly contains lines must not show them.
        const view = buildView({ reason, language, lines: [buildLine('trojan', {}, { name: 'SECRET' })] })
        const text = write(format, view)
        const plain = ['base64', 'xray', 'shadowrocket'].includes(format)
          ? listOf(text)
              .map((line) => decodeURIComponent(line))
              .join('\n')
          : text
        expect(plain).toContain(reasonText(view))
        expect(plain).toContain('127.0.0.1')
        expect(plain).not.toContain('SECRET')
        expect(plain).not.toContain('hk1.node.example')
      }
    })
  },
)

test('without a usable line everything except the user center goes to the notice', () => {
  const view = buildView({ reason: 'paused', lines: [] })
  const clash = readClash(write('mihomo', view))
  expect(clash.groups).toHaveLength(1)
  expect(clash.groups[0]?.members).toEqual(['账号已暂停，请到用户中心恢复'])
  expect(write('mihomo', view)).toContain('DOMAIN,portal.example,DIRECT')
  expect(readSingBox(write('sing-box', view)).groups[0]?.members).toEqual([reasonText(view)])
  expect(readSurge(write('surge', view)).groups[0]?.members).toEqual([reasonText(view)])
  expect(write('mihomo', buildView())).not.toContain('portal.example')
})

test('tells a client that supports none of the lines to try another', () => {
  const view = buildView({ lines: [buildLine('vless', {}, { name: 'mine' })] })
  for (const format of ['clash', 'surge', 'surfboard', 'sip008'] as const) {
    expect(write(format, view)).toContain('此客户端不支持你的线路，请换用 Mihomo 或 sing-box')
    expect(write(format, view)).not.toContain('mine')
  }
  expect(write('mihomo', view)).toContain('mine')
})

function reasonText({ language, reason }: FeedView): string {
  return texts[language].reasons[reason ?? 'client']
}
