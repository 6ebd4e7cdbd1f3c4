import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect } from 'vitest'

import { freePort } from '../../test/free-port.ts'
import { programs } from '../settings.ts'
import { kernelSockets } from '../sockets.ts'
import { makeCertificate } from '../test/engine-tools.ts'
import { engineTest, setupOf, startClient } from '../test/engines.ts'
import { socksAddress } from '../test/socks.ts'
import { download, startTarget } from '../test/target.ts'
import { tempDir } from '../test/temp-dir.ts'
import { makeHysteria, startXrayClient } from '../test/xray-engine.ts'
import { HysteriaDriver } from './hysteria.ts'
import { V2rayDriver } from './v2ray.ts'

const HANDSHAKE = Buffer.concat([Buffer.from([19]), Buffer.from('BitTorrent protocol'), Buffer.alloc(48, 1)])
const credential = randomUUID()
const user = { number: 1, generation: 1, credential, port: null, mode: 'standard' } as const
let dir = ''
let ends: (() => unknown)[] = []
beforeEach(() => {
  dir = tempDir()
  ends = [() => rmSync(dir, { recursive: true })]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

async function open(protocol: 'vless' | 'hysteria2', settings: Record<string, unknown>): Promise<number> {
  const engines = { ...programs, hysteria: makeHysteria(dir) }
  const reach = ['127.0.0.0/8']
  const options = { dir, sockets: kernelSockets('ss'), listen: '127.0.0.1', reach, tls: makeCertificate(dir), engines }
  const setup = setupOf(protocol, await freePort(), settings)
  const driver = protocol === 'vless' ? new V2rayDriver(options) : new HysteriaDriver(options)
  ends.push(() => driver.stop())
  await driver.start(setup, [user])
  const client = await (protocol === 'vless' ? startClient : startXrayClient)({ setup, credential })
  ends.push(client.stop)
  return client.socksPort
}

async function target(host: string): Promise<number> {
  const { port, stop } = await startTarget(host)
  ends.push(stop)
  return port
}

engineTest.each(['vless', 'hysteria2'] as const)(
  '%s: nobody reaches blocked ports, addresses and names; everything else is open',
  async (protocol) => {
    const [blocked, near, far] = [await target('127.0.0.1'), await target('127.0.0.1'), await target('127.0.0.2')]
    const socksPort = await open(protocol, {
      blockPorts: `25,${blocked}-${blocked}`,
      blockAddresses: '127.0.0.2/32',
      blockNames: 'localhost,ads.example',
    })
    expect(await download(socksPort, near, 1_000, '127.0.0.1')).toBe(1_000)
    expect(await download(socksPort, blocked, 1_000, '127.0.0.1')).toBe(0)
    expect(await download(socksPort, far, 1_000, '127.0.0.2')).toBe(0)
    expect(await download(socksPort, near, 1_000, 'localhost')).toBe(0)
  },
)

/** How much comes back of these bytes from somebody who sends everything back; 0 when the connection ended. */
async function echoed(socksPort: number, port: number, bytes: Buffer): Promise<number> {
  const socket = connect(socksPort, '127.0.0.1')
  ends.push(() => socket.destroy())
  socket.write(Buffer.from([5, 1, 0]))
  await once(socket, 'data')
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), socksAddress('127.0.0.1', port)]))
  await once(socket, 'data')
  socket.write(bytes)
  const came = once(socket, 'data').then(([part]) => (part as Buffer).length)
  return Promise.race([came, once(socket, 'close').then(() => 0)])
}

engineTest('v2ray: BitTorrent gets nowhere, other bytes to the same place get through', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const socksPort = await open('vless', { blockBittorrent: true })
  expect(await echoed(socksPort, port, Buffer.from('GET / HTTP/1.0\r\n\r\n'))).toBeGreaterThan(0)
  expect(await echoed(socksPort, port, HANDSHAKE)).toBe(0)
})

engineTest('v2ray asks the node’s own name server, and nobody else', async () => {
  // Nobody answers there, so no name leads anywhere, though this machine knows it.
  const port = await target('127.0.0.1')
  const socksPort = await open('vless', { dns: '127.0.0.9' })
  expect(await download(socksPort, port, 1_000, '127.0.0.1')).toBe(1_000)
  expect(await download(socksPort, port, 1_000, 'localhost')).toBe(0)
})
