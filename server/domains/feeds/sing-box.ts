import type { FeedView } from '../lines/connection/types.ts'
import { documentLines, type DocumentLines } from './document-lines.ts'
import * as routing from './routing.ts'
import { singBoxKnows, singBoxOutbound } from './sing-box-outbound.ts'
import { texts } from './texts.ts'

const DIRECT = 'direct'
const LOCAL_DNS = 'dns-local'
const REMOTE_DNS = 'dns-remote'

/** JSON for sing-box 1.12 and later. */
export function writeSingBox(view: FeedView): string {
  const { select, automatic } = texts[view.language]
  const document = documentLines(view, {
    format: 'sing-box',
    knows: singBoxKnows,
    taken: [DIRECT, select, automatic],
  })
  const portal = document.isUsable ? null : routing.portalDomain(view.portalUrl)
  const directSuffixes = [...routing.PRIVATE_SUFFIXES, ...routing.CHINA_SUFFIXES, ...(portal ? [portal] : [])]
  const config = {
    log: { level: 'warn' },
    dns: {
      servers: [
        // Query it through the chosen node: the answer comes from outside, and nobody on the way sees it.
        { type: 'https', tag: REMOTE_DNS, server: '1.1.1.1', detour: select },
        { type: 'udp', tag: LOCAL_DNS, server: '223.5.5.5' },
      ],
      rules: [{ domain_suffix: directSuffixes, server: LOCAL_DNS }],
      final: REMOTE_DNS,
      strategy: 'prefer_ipv4',
    },
    inbounds: [
      {
        type: 'tun',
        tag: 'tun-in',
        address: ['172.19.0.1/30', 'fdfe:dcba:9876::1/126'],
        auto_route: true,
        strict_route: true,
      },
    ],
    outbounds: [...groups(view, document), ...document.lines.map(singBoxOutbound), { type: 'direct', tag: DIRECT }],
    route: {
      rules: [
        { action: 'sniff' },
        { protocol: 'dns', action: 'hijack-dns' },
        { ip_is_private: true, outbound: DIRECT },
        { domain_suffix: directSuffixes, outbound: DIRECT },
      ],
      final: select,
      auto_detect_interface: true,
      default_domain_resolver: LOCAL_DNS,
    },
  }
  return `${JSON.stringify(config, null, 2)}\n`
}

function groups(view: FeedView, { lines, isUsable }: DocumentLines): object[] {
  const { select, automatic } = texts[view.language]
  const tags = lines.map((line) => line.name)
  if (!isUsable) return [{ type: 'selector', tag: select, outbounds: tags, default: tags[0] }]
  const group = routing.automaticGroups[view.speedMode]
  // sing-box can neither spread nor keep an order: a wide tolerance comes nearest to keeping an order.
  const toleranceMs = group.kind === 'fastest' ? group.toleranceMs : 500
  const first = group.kind === 'first' ? tags[0] : automatic
  return [
    { type: 'selector', tag: select, outbounds: [automatic, ...tags, DIRECT], default: first },
    {
      type: 'urltest',
      tag: automatic,
      outbounds: tags,
      url: routing.PROBE_URL,
      interval: `${group.intervalS}s`,
      tolerance: toleranceMs,
    },
  ]
}
