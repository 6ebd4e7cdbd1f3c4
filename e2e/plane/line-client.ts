import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { canConnect } from '../../agent/drivers/engine-process.ts'
import { parseLineUri, type ParsedLine } from '../../server/test/look/parse-uri.ts'
import { v2rayClient } from '../../server/test/outside/v2ray-client.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { freePort } from '../../test/free-port.ts'

export type ClientKind = 'v2ray' | 'ss-local' | 'trojan'
export type LineClient = { socksPort: number; stop(): Promise<void> }

/** A real client program that knows only the given address or entry of a document, with a SOCKS port on loopback. */
export async function startLineClient(given: string | ParsedLine, kind: ClientKind = 'v2ray'): Promise<LineClient> {
  const line = typeof given === 'string' ? parseLineUri(given) : given
  const dir = mkdtempSync(path.join(tmpdir(), 'yuxian-client-'))
  const socksPort = await freePort()
  const config = path.join(dir, 'client.json')
  writeFileSync(
    config,
    JSON.stringify(kind === 'trojan' ? trojanClient(line, socksPort) : v2rayClient(line, socksPort)),
  )
  const child = spawn(
    kind,
    kind === 'ss-local' ? ssLocal(line, socksPort) : [kind === 'trojan' ? '-c' : '-config', config],
    { stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  await waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`${kind} did not take the line: ${JSON.stringify(given)}`)
    return canConnect(socksPort, '127.0.0.1')
  }, `the port of ${kind}`)
  return {
    socksPort,
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function ssLocal({ address, port, credential, cipher = '' }: ParsedLine, socksPort: number): string[] {
  const server = ['-s', address, '-p', String(port), '-k', credential, '-m', cipher]
  return [...server, '-b', '127.0.0.1', '-l', String(socksPort)]
}

function trojanClient({ address, port, credential, sni = '', allowInsecure = false }: ParsedLine, socksPort: number) {
  return {
    run_type: 'client',
    local_addr: '127.0.0.1',
    local_port: socksPort,
    remote_addr: address,
    remote_port: port,
    password: [credential],
    log_level: 3,
    ssl: { verify: !allowInsecure, verify_hostname: !allowInsecure, cert: '', sni, alpn: [], reuse_session: true },
    tcp: { no_delay: true, keep_alive: true },
  }
}
