import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'

import type { NodeSetup } from '../../contract/node-api.ts'
import { is2022, userKey2022 } from '../../contract/shadowsocks-2022.ts'

/** Tests run against the real program where it is installed. */
export const isRealXray = spawnSync('sh', ['-c', 'command -v xray']).status === 0

/** A program that behaves like Xray, as an executable file in this folder. */
export function makeXray(dir: string, version?: string): string {
  return makeProgram(dir, 'xray', version ? `STAND_IN_VERSION=${version} ` : '')
}

export function makeHysteria(dir: string): string {
  return makeProgram(dir, 'hysteria')
}

function makeProgram(dir: string, name: string, said = ''): string {
  const file = path.join(dir, name)
  const script = path.join(import.meta.dirname, `stand-in-${name}.ts`)
  writeFileSync(file, `#!/bin/sh\n${said}exec '${process.execPath}' '${script}' "$@"\n`)
  chmodSync(file, 0o755)
  return file
}

type ClientOf = { setup: NodeSetup; credential: string; from?: string; session?: string }

/** A client of the stand-in with a SOCKS port in front, which takes IPv4 addresses and names. */
export async function startXrayClient({ setup, credential, from = '127.0.0.1', session }: ClientOf) {
  const live = new Set<Socket>()
  const server = createServer((socket) => {
    live.add(socket)
    socket.on('close', () => live.delete(socket)).on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]))
      socket.once('data', (request: Buffer) => {
        const asked = { ...targetOf(request), key: keyOf(setup, credential), ...(session ? { session } : {}) }
        const engine = connect({ port: setup.port, host: '127.0.0.1', localAddress: from })
        engine.on('error', () => socket.destroy()).on('close', () => socket.destroy())
        engine.write(`${JSON.stringify(asked)}\n`)
        socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
        socket.pipe(engine)
        engine.pipe(socket)
        socket.on('close', () => engine.destroy())
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    socksPort: (server.address() as AddressInfo).port,
    async stop() {
      server.close()
      for (const socket of live) socket.destroy()
    },
  }
}

/** What the engine knows the user by. */
function keyOf({ settings: { cipher } }: NodeSetup, credential: string): string {
  return is2022(cipher) ? userKey2022(cipher, credential) : credential
}

function targetOf(request: Buffer): { host: string; port: number } {
  const length = request[4] ?? 0
  const isName = request[3] === 3
  const host = isName ? request.subarray(5, 5 + length).toString() : request.subarray(4, 8).join('.')
  return { host, port: request.readUInt16BE(isName ? 5 + length : 8) }
}
