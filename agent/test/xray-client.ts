import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { NodeSetup } from '../../contract/node-api.ts'
import { is2022, password2022 } from '../../contract/shadowsocks-2022.ts'
import { freePort } from '../../test/free-port.ts'
import { canConnect } from '../drivers/engine-process.ts'
import type { Settings } from '../settings.ts'
import { tempDir } from './temp-dir.ts'

type ClientOf = { setup: NodeSetup; credential: string; from?: string; tls: Settings['tls'] }

/** The real Xray as a client, with a SOCKS port in front. */
export async function startRealXrayClient(of: ClientOf) {
  const dir = tempDir()
  const socksPort = await freePort()
  const config = path.join(dir, 'client.json')
  writeFileSync(config, JSON.stringify(clientConfig(of, socksPort)))
  const child = spawn('xray', ['run', '-config', config], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  while (!(await canConnect(socksPort, '127.0.0.1'))) await sleep(20)
  return {
    socksPort,
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(dir, { recursive: true })
    },
  }
}

function clientConfig({ setup, credential, from, tls }: ClientOf, socksPort: number): object {
  const { protocol, settings, port } = setup
  const at = { address: '127.0.0.1', port }
  const vnext = (user: object) => ({ vnext: [{ ...at, users: [{ id: credential, ...user }] }] })
  const byProtocol: Record<string, object> = {
    vless: vnext({ encryption: settings.encryption ?? 'none', ...(settings.flow ? { flow: settings.flow } : {}) }),
    vmess: vnext({ security: 'auto' }),
    trojan: { servers: [{ ...at, password: credential }] },
    shadowsocks: { servers: [{ ...at, password: passwordOf(setup, credential), method: settings.cipher }] },
    hysteria2: { version: 2, ...at },
  }
  const outbound = {
    protocol: protocol === 'hysteria2' ? 'hysteria' : protocol,
    settings: byProtocol[protocol],
    streamSettings: streamSettings(setup, credential, tls),
    ...(from ? { sendThrough: from } : {}),
  }
  const inbound = { listen: '127.0.0.1', port: socksPort, protocol: 'socks', settings: { udp: true, ip: '127.0.0.1' } }
  return { log: { loglevel: 'none' }, inbounds: [inbound], outbounds: [outbound] }
}

function passwordOf({ settings: { cipher, serverKey } }: NodeSetup, credential: string): string {
  return is2022(cipher) ? password2022(cipher, String(serverKey), credential) : credential
}

function streamSettings({ protocol, settings }: NodeSetup, credential: string, tls: Settings['tls']): object {
  const isHysteria = protocol === 'hysteria2'
  const isTls = isHysteria || protocol === 'trojan' || settings.security === 'tls'
  const pin = isTls && tls ? new X509Certificate(readFileSync(tls.certificateFile)).fingerprint256 : ''
  const trusted = { serverName: 'localhost', pinnedPeerCertSha256: pin.replaceAll(':', '').toLowerCase() }
  const request = { path: settings.path ?? '/' }
  return {
    network: isHysteria ? 'hysteria' : (settings.network ?? 'tcp'),
    wsSettings: request,
    httpupgradeSettings: request,
    xhttpSettings: request,
    grpcSettings: { serviceName: settings.serviceName ?? '' },
    ...(isTls ? { security: 'tls', tlsSettings: { ...trusted, ...(isHysteria ? { alpn: ['h3'] } : {}) } } : {}),
    ...(settings.security === 'reality' ? { security: 'reality', realitySettings: realityOf(settings) } : {}),
    ...(isHysteria ? { hysteriaSettings: { version: 2, auth: credential } } : {}),
    ...(settings.obfsPassword
      ? { finalmask: { udp: [{ type: 'salamander', settings: { password: settings.obfsPassword } }] } }
      : {}),
  }
}

function realityOf({ sni: serverName, publicKey, shortId = '' }: NodeSetup['settings']): object {
  return { serverName, publicKey, shortId, fingerprint: 'chrome' }
}
