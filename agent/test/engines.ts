import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'

import type { NodeSetup } from '../../contract/node-api.ts'
import { freePort } from '../../test/free-port.ts'
import { canConnect } from '../drivers/engine-process.ts'
import { missingEngines } from './engine-tools.ts'
import { tempDir } from './temp-dir.ts'

/** For tests with real engines. They are skipped where engines are missing, but in CI they fail instead. */
export const engineTest = missingEngines.length === 0 || process.env.CI === 'true' ? test : test.skip
if (missingEngines.length > 0) console.warn(`engine tests are left out, not installed: ${missingEngines.join(', ')}`)

type Client = { socksPort: number; stop(): Promise<void> }
type ClientOf = {
  setup: NodeSetup
  credential: string
  port?: number | null
  kind?: 'v2ray' | 'ss-local'
  from?: string
}

/** Starts a real client with a SOCKS port in front. */
export async function startClient({ setup, credential, port, kind = 'v2ray', from }: ClientOf): Promise<Client> {
  const dir = tempDir()
  const socksPort = await freePort()
  const serverPort = port ?? setup.port
  const config = path.join(dir, 'client.json')
  writeFileSync(config, JSON.stringify(clientConfig(setup, credential, serverPort, socksPort, from)))
  const [command, options] =
    kind === 'ss-local'
      ? ['ss-local', ssLocal(setup, credential, serverPort, socksPort)]
      : ['v2ray', ['-config', config]]
  const child = spawn(command as string, options as string[], { stdio: 'ignore' })
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

function ssLocal(setup: NodeSetup, password: string, port: number, socksPort: number): string[] {
  const server = ['-s', '127.0.0.1', '-p', String(port), '-k', password, '-m', String(setup.settings.cipher)]
  return [...server, '-u', '-b', '127.0.0.1', '-l', String(socksPort)]
}

function clientConfig(setup: NodeSetup, credential: string, port: number, socksPort: number, from?: string): object {
  const { protocol, settings } = setup
  const at = { address: '127.0.0.1', port }
  const vnext = (user: object) => ({ vnext: [{ ...at, users: [{ id: credential, ...user }] }] })
  const bySetup: Record<string, object> = {
    vless: vnext({ encryption: 'none' }),
    vmess: vnext({ alterId: 0 }),
    trojan: { servers: [{ ...at, password: credential }] },
    shadowsocks: { servers: [{ ...at, password: credential, method: settings.cipher }] },
  }
  const isTls = protocol === 'trojan' || settings.security === 'tls'
  const streamSettings = {
    network: settings.network ?? 'tcp',
    wsSettings: { path: settings.path ?? '/', headers: settings.headers ?? {} },
    ...(isTls ? { security: 'tls', tlsSettings: { allowInsecure: true, serverName: 'localhost' } } : {}),
  }
  const outbound = { protocol, settings: bySetup[protocol], ...(from ? { sendThrough: from } : {}) }
  return {
    log: { loglevel: 'none' },
    inbounds: [{ listen: '127.0.0.1', port: socksPort, protocol: 'socks', settings: { udp: true, ip: '127.0.0.1' } }],
    outbounds: [{ ...outbound, ...(protocol === 'shadowsocks' ? {} : { streamSettings }) }],
  }
}

export function setupOf(protocol: string, port: number, settings: NodeSetup['settings'] = {}): NodeSetup {
  return { nodeId: 1, name: 'test', protocol, port, settings, settingsRevision: 1, speedMbps: 1_000 }
}
