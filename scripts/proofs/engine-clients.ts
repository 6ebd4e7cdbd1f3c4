import { spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { canConnect } from '../../agent/drivers/engine-process.ts'
import type { Settings } from '../../agent/settings.ts'
import { startClient } from '../../agent/test/engines.ts'
import { tempDir } from '../../agent/test/temp-dir.ts'
import { startRealXrayClient } from '../../agent/test/xray-client.ts'
import type { NodeSetup } from '../../contract/node-api.ts'
import { needsXray } from '../../contract/node-engines.ts'
import { clashProxy } from '../../server/domains/feeds/clash-proxy.ts'
import { singBoxKnows, singBoxOutbound } from '../../server/domains/feeds/sing-box-outbound.ts'
import type { ClientLine } from '../../server/domains/lines/connection/types.ts'
import { freePort } from '../../test/free-port.ts'

export type ClientOf = { setup: NodeSetup; credential: string; port: number | null; tls: Settings['tls'] }
export type RunningClient = { socksPort: number; stop(): Promise<unknown> }
type Client = {
  program: string
  knows(setup: NodeSetup): boolean
  start(of: ClientOf): Promise<RunningClient>
}

const isOld = (setup: NodeSetup) => setup.protocol !== 'hysteria2' && !needsXray(setup)

/** Programs of users. Those of mihomo and sing-box read what our subscriptions write. */
const clients: Client[] = [
  { program: 'v2ray', knows: isOld, start: startClient },
  { program: 'xray', knows: () => true, start: startRealXrayClient },
  {
    program: 'sing-box',
    knows: (setup) => singBoxKnows(lineOf({ setup, credential: '', port: null, tls: null })),
    start: (of) =>
      startProgram(
        'sing-box',
        (file) => ['run', '-c', file],
        (port) => ({
          log: { disabled: true },
          inbounds: [{ type: 'mixed', listen: '127.0.0.1', listen_port: port }],
          outbounds: [singBoxOutbound(lineOf(of))],
        }),
      ),
  },
  {
    program: 'mihomo',
    knows: () => true,
    start: (of) =>
      startProgram(
        'mihomo',
        (file) => ['-d', path.dirname(file), '-f', file],
        (port) => ({
          'mixed-port': port,
          'log-level': 'silent',
          proxies: [clashProxy(lineOf(of), 'mihomo')],
          rules: ['MATCH,line'],
        }),
      ),
  },
  {
    program: 'hysteria',
    knows: ({ protocol }) => protocol === 'hysteria2',
    start: (of) =>
      startProgram(
        'hysteria',
        (file) => ['client', '--disable-update-check', '-c', file],
        (port) => hysteriaClient(of, port),
      ),
  },
]

export const isInPath = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/** Those of the programs in PATH that are clients of such a line. */
export function clientsOf(setup: NodeSetup): Client[] {
  return clients.filter(({ program, knows }) => knows(setup) && isInPath(program))
}

export const clientPrograms = clients.map(({ program }) => program)

/** What the server tells clients of a line. */
function lineOf({ setup, credential, port, tls }: ClientOf): ClientLine {
  const pin = tls ? { certSha256: pinOf(tls) } : {}
  const settings = { ...setup.settings, sni: 'localhost', allowInsecure: true, ...pin }
  const place = { id: '1', name: 'line', region: 'HK', address: '127.0.0.1', port: port ?? setup.port }
  const node = { protocol: setup.protocol, connection: 'agent', ratePercent: 100, suits: [] }
  return { ...place, ...node, settings, credential } as unknown as ClientLine
}

function pinOf({ certificateFile }: NonNullable<Settings['tls']>): string {
  return new X509Certificate(readFileSync(certificateFile)).fingerprint256.replaceAll(':', '').toLowerCase()
}

function hysteriaClient({ setup, credential, tls }: ClientOf, port: number): object {
  const { obfsPassword } = setup.settings
  return {
    server: `127.0.0.1:${setup.port}`,
    auth: credential,
    tls: { sni: 'localhost', insecure: true, ...(tls ? { pinSHA256: pinOf(tls) } : {}) },
    ...(obfsPassword ? { obfs: { type: 'salamander', salamander: { password: obfsPassword } } } : {}),
    socks5: { listen: `127.0.0.1:${port}` },
  }
}

/** All of them read JSON, as a kind of YAML where they want that. */
async function startProgram(
  program: string,
  words: (file: string) => string[],
  config: (socksPort: number) => object,
): Promise<RunningClient> {
  const dir = tempDir()
  const socksPort = await freePort()
  const file = path.join(dir, 'client.json')
  writeFileSync(file, JSON.stringify(config(socksPort)))
  const child = spawn(program, words(file), { stdio: 'ignore' })
  const exited = once(child, 'exit')
  while (!(await canConnect(socksPort, '127.0.0.1'))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await sleep(20)
  }
  return {
    socksPort,
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(dir, { recursive: true })
    },
  }
}
