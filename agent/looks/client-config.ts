import type { NodeLook } from '../../contract/node-api.ts'
import { needsXray } from '../../contract/node-engines.ts'
import { is2022, password2022 } from '../../contract/shadowsocks-2022.ts'

export type ClientEngine = 'v2ray' | 'xray'
/** A look with the address that was looked up and may be dialled, and the port on loopback that leads through it. */
export type Way = { look: NodeLook & { credential: string }; address: string; socksPort: number }

/** The engine of this machine that can be a client of the node; null when none can. */
export function clientEngineOf(
  { protocol, settings }: NodeLook,
  engines: readonly ClientEngine[],
): ClientEngine | null {
  const { allowInsecure, certSha256 } = settings
  const isOld = protocol !== 'hysteria2' && !needsXray({ settings })
  if (isOld && engines.includes('v2ray')) return 'v2ray'
  // Xray takes a self-signed certificate only by its pin.
  return engines.includes('xray') && (allowInsecure !== true || certSha256 !== undefined) ? 'xray' : null
}

/** One client for many nodes: what comes in at a port goes out by its node. */
export function clientConfig(ways: readonly Way[], engine: ClientEngine): object {
  return {
    log: { loglevel: 'none' },
    inbounds: ways.map(({ look, socksPort }) => ({
      tag: `in-${look.nodeId}`,
      listen: '127.0.0.1',
      port: socksPort,
      protocol: 'socks',
      settings: { udp: false },
    })),
    outbounds: ways.map((way) => ({ tag: `out-${way.look.nodeId}`, ...outboundOf(way, engine) })),
    routing: {
      rules: ways.map(({ look: { nodeId } }) => {
        return { type: 'field', inboundTag: [`in-${nodeId}`], outboundTag: `out-${nodeId}` }
      }),
    },
  }
}

function outboundOf({ look, address }: Way, engine: ClientEngine): object {
  const { protocol, settings, credential, port } = look
  const at = { address, port }
  const vnext = (user: object) => ({ vnext: [{ ...at, users: [{ id: credential, ...user }] }] })
  const byProtocol: Record<string, object> = {
    vless: vnext({ encryption: settings.encryption ?? 'none', ...(settings.flow ? { flow: settings.flow } : {}) }),
    vmess: vnext({ alterId: 0, security: 'auto' }),
    trojan: { servers: [{ ...at, password: credential }] },
    shadowsocks: { servers: [{ ...at, password: passwordOf(look), method: settings.cipher }] },
    hysteria2: { version: 2, ...at },
  }
  const outbound = { protocol: protocol === 'hysteria2' ? 'hysteria' : protocol, settings: byProtocol[protocol] }
  return protocol === 'shadowsocks' ? outbound : { ...outbound, streamSettings: streamSettings(look, engine) }
}

function passwordOf({ settings: { cipher, serverKey }, credential }: Way['look']): string {
  return is2022(cipher) ? password2022(cipher, String(serverKey), credential) : credential
}

function streamSettings(look: Way['look'], engine: ClientEngine): object {
  const { protocol, settings, credential } = look
  const isHysteria = protocol === 'hysteria2'
  const { path = '/', host, serviceName = '', xhttpMode, obfsPassword } = settings
  const name = settings.sni ?? look.address
  const request = { path, host: host ?? name }
  return {
    network: isHysteria ? 'hysteria' : (settings.network ?? 'tcp'),
    wsSettings: engine === 'v2ray' ? { path, headers: { Host: host ?? name } } : request,
    ...(engine === 'xray'
      ? {
          httpupgradeSettings: request,
          xhttpSettings: { ...request, mode: xhttpMode ?? 'auto' },
          grpcSettings: { serviceName },
        }
      : {}),
    ...securityOf(look, engine, name),
    ...(isHysteria ? { hysteriaSettings: { version: 2, auth: credential } } : {}),
    ...(isHysteria && obfsPassword
      ? { finalmask: { udp: [{ type: 'salamander', settings: { password: obfsPassword } }] } }
      : {}),
  }
}

function securityOf({ protocol, settings }: NodeLook, engine: ClientEngine, serverName: unknown): object {
  if (settings.security === 'reality') {
    const { publicKey, shortId = '', fingerprint = 'chrome' } = settings
    return { security: 'reality', realitySettings: { serverName, publicKey, shortId, fingerprint } }
  }
  const isHysteria = protocol === 'hysteria2'
  if (!isHysteria && protocol !== 'trojan' && settings.security !== 'tls') return {}
  const { certSha256, allowInsecure } = settings
  const trust =
    engine === 'v2ray'
      ? { allowInsecure: allowInsecure === true }
      : certSha256 === undefined
        ? {}
        : { pinnedPeerCertSha256: certSha256 }
  return { security: 'tls', tlsSettings: { serverName, ...trust, ...(isHysteria ? { alpn: ['h3'] } : {}) } }
}
