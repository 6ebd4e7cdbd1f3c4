import path from 'node:path'

import type { SpeedMode } from '../../contract/lines.ts'
import type { NodeSetup } from '../../contract/node-api.ts'
import type { Settings } from '../settings.ts'
import type { EngineUser } from './driver.ts'
import { neededCertificate } from './needed-certificate.ts'
import { dnsOf, REFUSED, routeRules, routesOf } from './node-routes.ts'
import { PROBE, probeWay } from './probe.ts'
import { onSocket, v2rayEgress, v2rayLifeline } from './v2ray-egress.ts'

export const MAIN_TAG = 'main'
const STREAMED = ['vless', 'vmess', 'trojan']
export const levelOf: Record<SpeedMode, number> = { standard: 0, game: 1, video: 2, saver: 3 }
export const emailOf = (nodeId: number, { number, generation }: Pick<EngineUser, 'number' | 'generation'>) =>
  `u${number}.g${generation}@n${nodeId}`
export const emailOfSlot = (nodeId: number, slot: number) => `r${slot}@n${nodeId}`
/** A user with the name that the engine knows it by. */
export type NamedUser = EngineUser & { email: string }

const counted = { statsUserUplink: true, statsUserDownlink: true }
/** Buffers are in KB per connection: small ones answer sooner, large ones keep a long transfer at full speed. */
export const levels = {
  0: { ...counted, connIdle: 300 },
  1: { ...counted, connIdle: 300, bufferSize: 16 },
  2: { ...counted, connIdle: 300, bufferSize: 2_048 },
  3: { ...counted, connIdle: 60, bufferSize: 64 },
}

type Options = {
  setup: NodeSetup
  users: readonly NamedUser[]
  /** The forwarder's socket, and the names of users who are held to it. */
  lifeline: { socket: string; emails: readonly string[] }
  /** Folder for the engine's sockets; no other system user may enter it. */
  folder: string
  accessLog: string
  errorLog: string
} & Pick<Settings, 'listen' | 'tls' | 'reach'>

export const controlSocket = (folder: string) => path.join(folder, 'control.sock')

/** The engine's whole configuration with all users: 10,000 users are listening after 0.2 s. */
export function v2rayConfig(options: Options): object {
  const { setup, users, folder, accessLog, errorLog, listen, tls, reach } = options
  const inbounds =
    setup.protocol === 'shadowsocks'
      ? users.map((user) => shadowsocksInbound(setup, user, listen))
      : [{ tag: MAIN_TAG, listen, port: setup.port, protocol: setup.protocol, ...multiUser(setup, users, tls) }]
  const egress = v2rayEgress(folder, reach)
  const lifeline = v2rayLifeline(options.lifeline)
  const probe = probeWay(setup, PROBE)
  const routes = routesOf(setup)
  // It only looks at what passes: where a connection goes stays as the client said.
  const sniffing = routes.isBittorrentBlocked ? { sniffing: { enabled: true, destOverride: [] } } : {}
  return {
    log: { loglevel: 'error', access: accessLog, error: errorLog },
    stats: {},
    api: { tag: 'api', services: ['HandlerService', 'StatsService'] },
    policy: { levels },
    inbounds: [
      // The control API has no password. On a port, even on loopback, the node's own users could reach it through the
      // node.
      { tag: 'api', protocol: 'dokodemo-door', settings: { address: '127.0.0.1' }, ...onSocket(controlSocket(folder)) },
      ...inbounds.map((inbound) => ({ ...inbound, ...sniffing })),
      ...egress.inbounds,
    ],
    outbounds: [
      ...egress.outbounds,
      ...lifeline.outbounds,
      ...probe.outbounds,
      { tag: REFUSED, protocol: 'blackhole' },
    ],
    ...dnsOf(routes),
    routing: {
      // The first rule that fits decides, so a user on a lifeline never gets to the rules for everybody.
      rules: [
        { type: 'field', inboundTag: ['api'], outboundTag: 'api' },
        ...lifeline.rules,
        ...probe.rules,
        ...routeRules(routes, 'out'),
        ...egress.rules,
      ],
    },
  }
}

function multiUser(setup: NodeSetup, users: readonly NamedUser[], tls: Settings['tls']): object {
  const clients = [...probeUsers(setup), ...users].map((user) => {
    const known = { level: levelOf[user.mode], email: user.email }
    if (setup.protocol === 'trojan') return { ...known, password: user.credential }
    return { ...known, id: user.credential, ...(setup.protocol === 'vmess' ? { alterId: 0 } : {}) }
  })
  const settings = setup.protocol === 'vless' ? { decryption: 'none', clients } : { clients }
  return { settings, streamSettings: streamSettings(setup, tls) }
}

/** Nobody counts it: a counter is a user's by its name. */
function probeUsers({ probe }: NodeSetup): NamedUser[] {
  if (!probe) return []
  const { credential } = probe
  return [{ number: 0, generation: 0, credential, port: null, mode: 'standard', email: PROBE }]
}

function streamSettings({ protocol, settings }: NodeSetup, tls: Settings['tls']): object {
  if (!STREAMED.includes(protocol)) throw new Error(`v2ray does not run ${protocol}`)
  if (settings.security === 'reality' || settings.flow !== undefined)
    throw new Error('v2ray knows no REALITY and no flow')
  const network = typeof settings.network === 'string' ? settings.network : 'tcp'
  const isTls = protocol === 'trojan' || settings.security === 'tls'
  return {
    network,
    ...(network === 'ws' ? { wsSettings: { path: settings.path ?? '/' } } : {}),
    ...(network === 'grpc' ? { grpcSettings: { serviceName: settings.serviceName ?? '' } } : {}),
    ...(isTls ? { security: 'tls', tlsSettings: { certificates: [neededCertificate(tls)] } } : {}),
  }
}

export const shadowsocksTag = ({ number, generation }: Pick<EngineUser, 'number' | 'generation'>) =>
  `ss-${number}.${generation}`

function shadowsocksInbound(setup: NodeSetup, user: NamedUser, listen: string): object {
  const settings = {
    method: setup.settings.cipher,
    password: user.credential,
    level: levelOf[user.mode],
    email: user.email,
    network: 'tcp,udp',
  }
  return { tag: shadowsocksTag(user), listen, port: user.port, protocol: 'shadowsocks', settings }
}
