import { spawnSync } from 'node:child_process'

import type { ParsedLine } from '../look/parse-uri.ts'

/** Debian's version 4.34 knows neither newer transports nor REALITY nor ciphers of 2022, and only these protocols. */
export function v2rayKnows(line: ParsedLine): boolean {
  const isKnown =
    ['vless', 'vmess', 'trojan', 'shadowsocks'].includes(line.protocol) && !line.cipher?.startsWith('2022')
  return isKnown && ['tcp', 'ws', undefined].includes(line.network) && line.security !== 'reality'
}

/** A client's configuration made only from an imported address: a SOCKS proxy on `socksPort` of this machine. */
export function v2rayClient(line: ParsedLine, socksPort: number): object {
  return {
    log: { loglevel: 'warning' },
    inbounds: [
      { tag: 'in', listen: '127.0.0.1', port: socksPort, protocol: 'socks', settings: { auth: 'noauth', udp: false } },
    ],
    outbounds: [v2rayOutbound(line)],
  }
}

function v2rayOutbound(line: ParsedLine): object {
  const { protocol, address, port, credential } = line
  const streamSettings = streamOf(line)
  switch (protocol) {
    case 'vless': {
      const users = [{ id: credential, encryption: 'none' }]
      return { protocol, settings: { vnext: [{ address, port, users }] }, streamSettings }
    }
    case 'vmess': {
      const users = [{ id: credential, alterId: 0, security: 'auto' }]
      return { protocol, settings: { vnext: [{ address, port, users }] }, streamSettings }
    }
    case 'trojan':
      return { protocol, settings: { servers: [{ address, port, password: credential }] }, streamSettings }
    case 'shadowsocks':
      return { protocol, settings: { servers: [{ address, port, method: line.cipher, password: credential }] } }
    default:
      throw new Error(`v2ray has no ${protocol}`)
  }
}

function streamOf(line: ParsedLine): object {
  const isTls = line.security === 'tls'
  return {
    network: line.network ?? 'tcp',
    security: isTls ? 'tls' : 'none',
    ...(isTls ? { tlsSettings: { serverName: line.sni ?? '', allowInsecure: line.allowInsecure ?? false } } : {}),
    ...(line.network === 'ws' ? { wsSettings: { path: line.path, headers: { Host: line.host ?? '' } } } : {}),
  }
}

/** Null when v2ray accepts the configuration, else its complaint. */
export function checkV2rayConfig(v2ray: string, config: object): string | null {
  const { status, stdout, stderr } = spawnSync(v2ray, ['-test', '-config', 'stdin:'], {
    input: JSON.stringify(config),
    encoding: 'utf8',
  })
  return status === 0 && stdout.includes('Configuration OK.') ? null : `${stdout}${stderr}`
}
