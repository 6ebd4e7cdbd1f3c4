import { is2022 } from '../../../contract/shadowsocks-2022.ts'
import { isEncrypted, securityOf, travelsBy } from '../lines/connection/stream.ts'
import type { ClientLine, FeedView } from '../lines/connection/types.ts'
import { clashProxy, type ClashKind } from './clash-proxy.ts'
import { documentLines, type DocumentLines } from './document-lines.ts'
import * as routing from './routing.ts'
import { texts } from './texts.ts'
import { writeYaml } from './yaml.ts'

const BUILT_IN = ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'GLOBAL', 'COMPATIBLE']

/** YAML for Clash, Stash and Mihomo. */
export function writeClash(view: FeedView, kind: ClashKind): string {
  const { select, automatic } = texts[view.language]
  const document = documentLines(view, {
    format: kind,
    knows: (line) => clashKnows(line, kind),
    taken: [...BUILT_IN, select, automatic],
  })
  return writeYaml({
    'mixed-port': 7890,
    'allow-lan': false,
    mode: 'rule',
    'log-level': 'warning',
    ipv6: true,
    dns: {
      enable: true,
      ipv6: true,
      'enhanced-mode': 'fake-ip',
      'fake-ip-range': '198.18.0.1/16',
      'default-nameserver': ['223.5.5.5', '119.29.29.29'],
      nameserver: ['https://dns.alidns.com/dns-query', 'https://doh.pub/dns-query'],
    },
    proxies: document.lines.map((line) => clashProxy(line, kind)),
    'proxy-groups': groups(view, document),
    rules: rules(view, document.isUsable),
  })
}

/** Mihomo has xhttp only for vless. Stash has no encryption of vless and refuses REALITY over anything but TCP. The old Clash ended before the ciphers of 2022. */
function clashKnows(line: ClientLine, kind: ClashKind): boolean {
  if (line.protocol === 'shadowsocks') return kind !== 'clash' || !is2022(line.settings.cipher)
  if (kind === 'mihomo') return line.protocol === 'vless' || travelsBy(line, ['tcp', 'ws', 'grpc', 'httpupgrade'])
  if (isEncrypted(line)) return false
  const isReality = line.protocol === 'vless' && securityOf(line) === 'reality'
  return travelsBy(line, isReality ? ['tcp'] : ['tcp', 'ws', 'grpc'])
}

function groups(view: FeedView, { lines, isUsable }: DocumentLines): object[] {
  const { select, automatic } = texts[view.language]
  const names = lines.map((line) => line.name)
  if (!isUsable) return [{ name: select, type: 'select', proxies: names }]
  return [
    { name: select, type: 'select', proxies: [automatic, ...names, 'DIRECT'] },
    { name: automatic, proxies: names, url: routing.PROBE_URL, ...automaticGroup(view) },
  ]
}

function automaticGroup({ speedMode }: FeedView): object {
  const group = routing.automaticGroups[speedMode]
  const interval = group.intervalS
  if (group.kind === 'fastest') return { type: 'url-test', interval, tolerance: group.toleranceMs }
  // Keep a site on the same node: some sites end a session when its address changes.
  if (group.kind === 'spread') return { type: 'load-balance', interval, strategy: 'consistent-hashing' }
  return { type: 'fallback', interval }
}

/** No rule by country: the bare core refuses the whole document until it has downloaded a database. */
function rules(view: FeedView, isUsable: boolean): string[] {
  const portal = isUsable ? null : routing.portalDomain(view.portalUrl)
  return [
    ...(portal ? [`DOMAIN,${portal},DIRECT`] : []),
    ...routing.PRIVATE_SUFFIXES.map((suffix) => `DOMAIN-SUFFIX,${suffix},DIRECT`),
    ...routing.PRIVATE_RANGES.map((range) => `IP-CIDR,${range},DIRECT,no-resolve`),
    ...routing.PRIVATE_RANGES_V6.map((range) => `IP-CIDR6,${range},DIRECT,no-resolve`),
    ...routing.CHINA_SUFFIXES.map((suffix) => `DOMAIN-SUFFIX,${suffix},DIRECT`),
    `MATCH,${texts[view.language].select}`,
    // A line without UDP does not match datagrams: without a further rule they leave beside the tunnel.
    'MATCH,REJECT',
  ]
}
