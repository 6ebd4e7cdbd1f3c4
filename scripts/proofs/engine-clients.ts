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
import { writeClash } from '../../server/domains/feeds/clash.ts'
import { singBoxKnows, singBoxOutbound } from '../../server/domains/feeds/sing-box-outbound.ts'
import { relaysUdp } from '../../server/domains/lines/connection/stream.ts'
import type { ClientLine } from '../../server/domains/lines/connection/types.ts'
import { buildView } from '../../server/test/build/client-lines.ts'
import { freePort } from '../../test/free-port.ts'

export type ClientOf = { setup: NodeSetup; credential: string; port: number | null; tls: Settings['tls'] }
export type RunningClient = { socksPort: number; stop(): Promise<unknown> }
type Client = {
  program: string
  knows(setup: NodeSetup): boolean
  start(of: ClientOf): Promise<RunningClient>
}

const isOld = (setup: NodeSetup) => setup.protocol !== 'hysteria2' && !needsXray(setup)

/** Programs of users. mihomo reads the whole document of a subscription, sing-box what it says of the line. */
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
        (port) => documentOf(lineOf(of), port),
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

/**
 * A client's datagrams go to many targets where clients are told that it may send any. Streams of v2ray 4 bring all of them
 * to the first one.
 */
export function sendsToMany({ program }: Pick<Client, 'program'>, of: ClientOf): boolean {
  const isStream = of.setup.protocol === 'vless' || of.setup.protocol === 'vmess'
  return relaysUdp(lineOf(of)) && !(program === 'v2ray' && isStream)
}

/**
 * What a subscription gives mihomo, but for the port. The targets are on this machine, so the rules that lead past the node
 * are left out.
 */
export function documentOf(line: ClientLine, port: number): string {
  const document = writeClash(buildView({ lines: [line] }), 'mihomo').replace('7890', String(port))
  return document
    .split('\n')
    .filter((text) => !/,DIRECT\b/.test(text))
    .join('\n')
}

/** What the server tells clients of a line. */
export function lineOf({ setup, credential, port, tls }: ClientOf): ClientLine {
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
  config: (socksPort: number) => object | string,
): Promise<RunningClient> {
  const dir = tempDir()
  const socksPort = await freePort()
  const file = path.join(dir, 'client.json')
  const text = config(socksPort)
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text))
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
