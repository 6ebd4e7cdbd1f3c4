import { flaggedUrl } from '../../../contract/client-links.ts'
import type { FeedView } from '../lines/connection/types.ts'
import { documentLines, type DocumentLines } from './document-lines.ts'
import * as routing from './routing.ts'
import { type SurgeKind, surgeKnows, surgeName, surgeProxy } from './surge-proxy.ts'
import { texts } from './texts.ts'

const UPDATE_S = 43_200
const BUILT_IN = ['DIRECT', 'REJECT', 'REJECT-TINYGIF', 'REJECT-DROP', 'REJECT-NO-DROP', 'CELLULAR']

/** A profile for Surge or Surfboard, which fetch updates from the address in its first line. */
export function writeSurge(view: FeedView, kind: SurgeKind): string {
  const { select, automatic } = texts[view.language]
  const document = documentLines(view, {
    format: kind,
    knows: (line) => surgeKnows(line, kind),
    nameOf: surgeName,
    taken: [...BUILT_IN, select, automatic],
  })
  const sections = [
    `#!MANAGED-CONFIG ${flaggedUrl(view.url, kind)} interval=${UPDATE_S} strict=true`,
    section('General', [
      'loglevel = warning',
      'dns-server = 223.5.5.5, 119.29.29.29, system',
      `skip-proxy = ${[...routing.PRIVATE_RANGES, 'localhost', '*.local'].join(', ')}`,
      `internet-test-url = http://www.baidu.com/`,
      `proxy-test-url = ${routing.PROBE_URL}`,
      // Datagrams for a line without UDP must not leave beside the tunnel.
      'udp-policy-not-supported-behaviour = REJECT',
    ]),
    section('Proxy', document.lines.map(surgeProxy)),
    section('Proxy Group', groups(view, document)),
    section('Rule', rules(view, document.isUsable, kind)),
  ]
  return `${sections.join('\n\n')}\n`
}

function section(name: string, lines: readonly string[]): string {
  return [`[${name}]`, ...lines].join('\n')
}

function groups(view: FeedView, { lines, isUsable }: DocumentLines): string[] {
  const { select, automatic } = texts[view.language]
  const names = lines.map((line) => line.name).join(', ')
  if (!isUsable) return [`${select} = select, ${names}`]
  return [`${select} = select, ${automatic}, ${names}, DIRECT`, `${automatic} = ${automaticGroup(view, names)}`]
}

function automaticGroup({ speedMode }: FeedView, names: string): string {
  const group = routing.automaticGroups[speedMode]
  if (group.kind === 'fastest') {
    return `url-test, ${names}, interval=${group.intervalS}, tolerance=${group.toleranceMs}`
  }
  // Keep a site on the same node: some sites end a session when its address changes.
  if (group.kind === 'spread') return `load-balance, ${names}, persistent=true`
  return `fallback, ${names}, interval=${group.intervalS}`
}

/** Both bring a database of countries with them. */
function rules(view: FeedView, isUsable: boolean, kind: SurgeKind): string[] {
  const portal = isUsable ? null : routing.portalDomain(view.portalUrl)
  return [
    ...(portal ? [`DOMAIN,${portal},DIRECT`] : []),
    ...[...routing.PRIVATE_SUFFIXES, ...routing.CHINA_SUFFIXES].map((suffix) => `DOMAIN-SUFFIX,${suffix},DIRECT`),
    ...routing.PRIVATE_RANGES.map((range) => `IP-CIDR,${range},DIRECT,no-resolve`),
    ...routing.PRIVATE_RANGES_V6.map((range) => `IP-CIDR6,${range},DIRECT,no-resolve`),
    'GEOIP,CN,DIRECT',
    `FINAL,${texts[view.language].select}${kind === 'surge' ? ',dns-failed' : ''}`,
  ]
}
