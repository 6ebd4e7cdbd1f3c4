import { randomUUID } from 'node:crypto'

import type { NodeSetup } from '../../contract/node-api.ts'
import { agentProtocols } from '../../contract/node-settings.ts'
import { usualTarget } from '../../contract/reality-target.ts'
import type { Door } from '../forwarder.ts'
import type { Settings } from '../settings.ts'
import { blockedRanges } from './blocked-ranges.ts'
import { neededCertificate } from './needed-certificate.ts'
import { dnsOf, REFUSED, routeRules, routesOf, type NodeRoutes } from './node-routes.ts'
import { probeWay } from './probe.ts'
import { controlSocket, levels, MAIN_TAG, type NamedUser } from './v2ray-config.ts'
import { clientOf } from './xray-users.ts'

export const NOWHERE = 'nowhere'
const LIFELINE = 'lifeline'
const DNS_OUT = 'dns-out'
/** Nobody knows its credential, or others who look at this node. Without any user, some protocols would let everybody in or take none later. */
export const NOBODY = 'nobody'
/** Since 26.7.11 REALITY refuses clients that say less than 26.3.27, and sing-box says 1.8.1, mihomo 1.8.2. */
const OLDEST_CLIENT = '1.8.0'

type Options = {
  setup: NodeSetup
  users: readonly NamedUser[]
  /** The forwarder's door for users on a lifeline. */
  door: Door | null
  folder: string
  accessLog: string
  errorLog: string
} & Pick<Settings, 'listen' | 'tls' | 'reach'>

/** The engine's whole configuration with all users. */
export function xrayConfig({ setup, users, door, folder, accessLog, errorLog, listen, tls, reach }: Options): object {
  const nobody = {
    number: 0,
    generation: 0,
    credential: setup.probe?.credential ?? randomUUID(),
    port: null,
    mode: 'standard' as const,
  }
  const clients = [{ ...nobody, email: NOBODY }, ...users].map((user) => clientOf(setup, user))
  const { protocol, port } = setup
  const routes = routesOf(setup)
  const probe = probeWay(setup, NOBODY)
  const lifeline = lifelineWay(door)
  // Names are blocked also where the client has looked them up itself.
  const isSniffing = routes.isBittorrentBlocked || routes.names.length > 0
  const sniffing = { enabled: true, destOverride: ['http', 'tls', 'quic'], routeOnly: true }
  const main = { tag: MAIN_TAG, listen, port, protocol: protocol === 'hysteria2' ? 'hysteria' : protocol }
  return {
    log: { loglevel: 'error', access: accessLog, error: errorLog },
    stats: {},
    // The control API has no password, so it is on a socket file, which no connection through the node can reach.
    api: { tag: 'api', listen: controlSocket(folder), services: ['HandlerService', 'StatsService', 'RoutingService'] },
    policy: {
      levels: Object.fromEntries(
        Object.entries(levels).map(([at, level]) => [at, { ...level, statsUserOnline: true }]),
      ),
    },
    inbounds: [
      {
        ...main,
        settings: inboundSettings(setup, clients),
        streamSettings: streamSettings(setup, tls),
        ...(isSniffing ? { sniffing } : {}),
      },
    ],
    ...dnsOf(routes),
    // Traffic that matches no rule takes the first outbound. Rules that the agent adds come behind these.
    outbounds: [
      { tag: 'out', protocol: 'freedom', settings: outSettings(reach, routes) },
      { tag: NOWHERE, protocol: 'blackhole' },
      { tag: REFUSED, protocol: 'blackhole' },
      { tag: DNS_OUT, protocol: 'freedom', settings: { finalRules: [{ action: 'allow' }] } },
      ...lifeline.outbounds,
      // The portal may stand in the node's own network.
      ...probe.outbounds.map((way) => ({ ...way, settings: { ...way.settings, finalRules: [{ action: 'allow' }] } })),
    ],
    routing: {
      domainStrategy: 'AsIs',
      // The first rule that fits decides, so a user on a lifeline never gets to the rules for everybody.
      rules: [...lifeline.rules, ...probe.rules, ...routeRules(routes, DNS_OUT)],
    },
  }
}

/** Users with a negative number are on a lifeline: they get to the forwarder and nowhere else, and send no datagrams. */
function lifelineWay(door: Door | null) {
  const to = (outboundTag: string, network: string) => ({ type: 'field', user: ['regexp:^u-'], network, outboundTag })
  const server = door && { address: '127.0.0.1', port: door.port, user: 'agent', pass: door.password }
  return {
    outbounds: server ? [{ tag: LIFELINE, protocol: 'socks', settings: server }] : [],
    rules: [to(server ? LIFELINE : NOWHERE, 'tcp'), to(NOWHERE, 'udp')],
  }
}

/**
 * The engine applies its last rules to the address that it dials, after it has looked a name up, and to every datagram.
 * With `UseIP` it asks the operator's name server.
 */
function outSettings(reach: readonly string[], { addresses, dns }: NodeRoutes): object {
  // Without `blockDelay` a refused connection is held open for up to 90 s.
  const finalRules = [
    { action: 'block', ip: [...blockedRanges(reach), ...addresses], blockDelay: 0 },
    { action: 'allow' },
  ]
  return { finalRules, ...(dns === null ? {} : { domainStrategy: 'UseIP' }) }
}

function inboundSettings({ protocol, settings, secrets }: NodeSetup, clients: object[]): object {
  switch (protocol) {
    case 'vless': {
      const isPlain = settings.encryption === undefined
      const decryption = isPlain ? 'none' : secrets?.decryption
      // "none" would carry in the clear what clients believe to be encrypted.
      if (!decryption) throw new Error('the node has no decryption for its encryption')
      return { decryption, clients }
    }
    case 'hysteria2':
      return { version: 2, clients }
    case 'shadowsocks': {
      const key = settings.serverKey === undefined ? {} : { password: settings.serverKey }
      return { method: settings.cipher, network: 'tcp,udp', ...key, clients }
    }
    default:
      return { clients }
  }
}

function streamSettings(setup: NodeSetup, tls: Settings['tls']): object {
  const { protocol, settings } = setup
  if (!agentProtocols.some((known) => known === protocol)) throw new Error(`Xray does not run ${protocol}`)
  if (protocol === 'hysteria2') return hysteria(settings, tls)
  const network = typeof settings.network === 'string' ? settings.network : 'tcp'
  const { path = '/', host, serviceName = '' } = settings
  const request = { path, ...(host === undefined ? {} : { host }) }
  const byNetwork: Record<string, object> = {
    tcp: {},
    ws: { wsSettings: request },
    httpupgrade: { httpupgradeSettings: request },
    xhttp: { xhttpSettings: { ...request, mode: settings.xhttpMode ?? 'auto' } },
    grpc: { grpcSettings: { serviceName } },
  }
  if (!byNetwork[network]) throw new Error(`Xray does not know ${network} here`)
  return { network, ...byNetwork[network], ...securitySettings(setup, tls) }
}

function securitySettings({ protocol, settings, secrets }: NodeSetup, tls: Settings['tls']): object {
  if (settings.security === 'reality') {
    const names = listOf(settings.sni, settings.serverNames)
    const shortIds = listOf(settings.shortId, settings.shortIds)
    const privateKey = secrets?.realityPrivateKey
    if (!privateKey) throw new Error('the node has no private key for REALITY')
    const { target = usualTarget(names[0]!) } = settings
    const reality = { target, serverNames: names, shortIds, privateKey, minClientVer: OLDEST_CLIENT }
    return { security: 'reality', realitySettings: reality }
  }
  const isTls = protocol === 'trojan' || settings.security === 'tls'
  return isTls ? { security: 'tls', tlsSettings: { certificates: [neededCertificate(tls)] } } : {}
}

function hysteria(settings: NodeSetup['settings'], tls: Settings['tls']): object {
  const { obfsPassword, upMbps, downMbps } = settings
  const hidden = obfsPassword ? { udp: [{ type: 'salamander', settings: { password: obfsPassword } }] } : {}
  const speed = {
    ...(upMbps === undefined ? {} : { brutalUp: `${String(upMbps)} mbps` }),
    ...(downMbps === undefined ? {} : { brutalDown: `${String(downMbps)} mbps` }),
  }
  return {
    network: 'hysteria',
    security: 'tls',
    tlsSettings: { certificates: [neededCertificate(tls)], alpn: ['h3'] },
    hysteriaSettings: { version: 2 },
    finalmask: { ...hidden, ...(Object.keys(speed).length > 0 ? { quicParams: speed } : {}) },
  }
}

/** The first value, and the further ones, which have commas: a client is given one of all of them. */
function listOf(first: unknown = '', others?: unknown): string[] {
  return [String(first), ...(typeof others === 'string' ? others.split(',') : [])]
}
