import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'

import { freePort } from '../../test/free-port.ts'
import { programs } from '../settings.ts'
import { kernelSockets } from '../sockets.ts'
import { makeCertificate } from '../test/engine-tools.ts'
import { engineTest, setupOf, startClient } from '../test/engines.ts'
import { socksAddress } from '../test/socks.ts'
import { download, startTarget } from '../test/target.ts'
import { tempDir } from '../test/temp-dir.ts'
import { startRealXrayClient } from '../test/xray-client.ts'
import { isRealXray, makeHysteria, makeXray, startXrayClient } from '../test/xray-engine.ts'
import type { Driver } from './driver.ts'
import { HysteriaDriver } from './hysteria.ts'
import { V2rayDriver } from './v2ray.ts'
import { XrayDriver } from './xray.ts'

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

type EngineName = 'v2ray' | 'xray' | 'hysteria'

/** The engine as it is here, with one user and its client. */
async function openEngine(engine: EngineName, settings: Record<string, unknown>) {
  const engines = { ...programs, hysteria: makeHysteria(dir), ...(isRealXray ? {} : { xray: makeXray(dir) }) }
  const reach = ['127.0.0.0/8']
  const tls = makeCertificate(dir)
  const options = { dir, sockets: kernelSockets('ss'), listen: '127.0.0.1', reach, tls, engines }
  const openDoor = () => Promise.reject(new Error('nobody is on a lifeline'))
  const drivers: Record<EngineName, () => Driver> = {
    v2ray: () => new V2rayDriver(options),
    xray: () => new XrayDriver({ ...options, openDoor }),
    hysteria: () => new HysteriaDriver(options),
  }
  const setup = setupOf(engine === 'hysteria' ? 'hysteria2' : 'vless', await freePort(), settings)
  const driver = drivers[engine]()
  ends.push(() => driver.stop())
  await driver.start(setup, [user])
  const startXray = isRealXray && engine === 'xray' ? startRealXrayClient : startXrayClient
  const client = await (engine === 'v2ray' ? startClient : startXray)({ setup, credential, tls })
  ends.push(client.stop)
  return { driver, socksPort: client.socksPort }
}

const open = async (...words: Parameters<typeof openEngine>) => (await openEngine(...words)).socksPort

async function target(host: string): Promise<number> {
  const { port, stop } = await startTarget(host)
  ends.push(stop)
  return port
}

engineTest.each(['v2ray', 'xray', 'hysteria'] as const)(
  '%s: nobody reaches blocked ports, addresses and names; everything else is open. Refusals are counted',
  async (engine) => {
    const [blocked, near, far] = [await target('127.0.0.1'), await target('127.0.0.1'), await target('127.0.0.2')]
    const { driver, socksPort } = await openEngine(engine, {
      blockPorts: `25,${blocked}-${blocked}`,
      blockAddresses: '127.0.0.2/32',
      blockNames: 'localhost,ads.example',
    })
    expect(await download(socksPort, near, 1_000, '127.0.0.1')).toBe(1_000)
    expect(await download(socksPort, blocked, 1_000, '127.0.0.1')).toBe(0)
    expect(await download(socksPort, far, 1_000, '127.0.0.2')).toBe(0)
    expect(await download(socksPort, near, 1_000, 'localhost')).toBe(0)
    if (engine === 'hysteria') return expect(driver.takeRefusals).toBeUndefined()
    let refusals = 0
    const look = async () => {
      await driver.read()
      return (refusals += driver.takeRefusals?.() ?? 0)
    }
    await expect.poll(look).toBe(3)
    expect(await download(socksPort, near, 1_000, '127.0.0.1')).toBe(1_000)
    expect(await download(socksPort, blocked, 1_000, '127.0.0.1')).toBe(0)
    await expect.poll(look).toBe(4)
    // Where to is forgotten together with the lines.
    expect(readFileSync(path.join(dir, 'engine', 'access.log'), 'utf8')).toBe('')
  },
)

engineTest('v2ray: a name that leads to a blocked address is refused and counted once', async () => {
  const port = await target('127.0.0.1')
  const { driver, socksPort } = await openEngine('v2ray', { blockAddresses: '127.0.0.1/32,::1/128' })
  expect(await download(socksPort, port, 1_000, 'localhost')).toBe(0)
  await driver.stop()
  expect(driver.takeRefusals?.()).toBe(1)
})

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
  const { driver, socksPort } = await openEngine('v2ray', { blockBittorrent: true })
  expect(await echoed(socksPort, port, Buffer.from('GET / HTTP/1.0\r\n\r\n'))).toBeGreaterThan(0)
  expect(await echoed(socksPort, port, HANDSHAKE)).toBe(0)
  await driver.stop()
  expect(driver.takeRefusals?.()).toBe(1)
})

engineTest('v2ray asks the node’s own name server, and nobody else', async () => {
  // Nobody answers there, so no name leads anywhere, though this machine knows it.
  const port = await target('127.0.0.1')
  const socksPort = await open('v2ray', { dns: '127.0.0.9' })
  expect(await download(socksPort, port, 1_000, '127.0.0.1')).toBe(1_000)
  expect(await download(socksPort, port, 1_000, 'localhost')).toBe(0)
})
