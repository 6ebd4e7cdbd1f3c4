import { fingerprintOf, pinOf, securityOf, serverName, transportOf } from './stream.ts'
import type { ClientLine } from './types.ts'

/** The settings to type by hand beside address, port and credential, in the words of clients. */
export function connectionSettings(line: ClientLine): Record<string, string> {
  const settings: Record<string, string | undefined> = settingsOf(line)
  return Object.fromEntries(Object.entries(settings).filter((pair): pair is [string, string] => Boolean(pair[1])))
}

function settingsOf(line: ClientLine): Record<string, string | undefined> {
  switch (line.protocol) {
    case 'shadowsocks':
      return { cipher: line.settings.cipher }
    case 'vless':
      return {
        ...streamSettings(line),
        flow: line.settings.flow,
        encryption: line.settings.encryption,
        publicKey: line.settings.publicKey,
        shortId: line.settings.shortId,
      }
    case 'vmess':
      return { cipher: 'auto', alterId: '0', ...streamSettings(line) }
    case 'trojan':
      return streamSettings(line)
    case 'hysteria2':
      return {
        ...tlsSettings(line),
        obfs: line.settings.obfsPassword && 'salamander',
        obfsPassword: line.settings.obfsPassword,
        ports: line.settings.ports,
      }
    case 'tuic':
      return { ...tlsSettings(line), congestionControl: line.settings.congestionControl ?? 'bbr' }
    case 'anytls':
      return tlsSettings(line)
  }
}

function streamSettings(line: ClientLine<'vless' | 'vmess' | 'trojan'>): Record<string, string | undefined> {
  const security = securityOf(line)
  return { ...transportOf(line), security, ...(security === 'none' ? {} : tlsSettings(line)) }
}

function tlsSettings(line: Exclude<ClientLine, ClientLine<'shadowsocks'>>): Record<string, string | undefined> {
  return {
    sni: serverName(line),
    fingerprint: fingerprintOf(line),
    allowInsecure: line.settings.allowInsecure ? 'true' : undefined,
    certSha256: pinOf(line),
  }
}
