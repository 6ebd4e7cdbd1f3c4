import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect } from 'vitest'

import { nodeProbe, type NodeLook } from '../../contract/node-api.ts'
import { freePort } from '../../test/free-port.ts'
import { V2rayDriver } from '../drivers/v2ray.ts'
import { programs } from '../settings.ts'
import { kernelSockets } from '../sockets.ts'
import { makeCertificate, onLoopback } from '../test/engine-tools.ts'
import { engineTest, setupOf, startClient } from '../test/engines.ts'
import { download, startTarget } from '../test/target.ts'
import { tempDir } from '../test/temp-dir.ts'
import { findClients, lookByEngine } from './look-by-engine.ts'

let dir = ''
let ends: (() => unknown)[] = []
beforeEach(() => {
  dir = tempDir()
  ends = [() => rmSync(dir, { recursive: true })]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

/** Gives the kilobyte, as the portal does. */
async function startPortal() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('x'.repeat(request.url === nodeProbe.path ? nodeProbe.bytes : 5))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, asked }
}

async function startNode(protocol: string, settings: NodeLook['settings'] = {}) {
  const portal = await startPortal()
  const credential = randomUUID()
  const tls = protocol === 'trojan' ? makeCertificate(dir) : null
  const setup = {
    ...setupOf(protocol, await freePort(), settings),
    probe: { credential, place: `127.0.0.1:${portal.port}` },
  }
  const driver = new V2rayDriver({ ...onLoopback, dir, tls, engines: programs, sockets: kernelSockets('ss') })
  await driver.start(setup, [])
  ends.push(() => driver.stop())
  const look = { nodeId: 7, address: '127.0.0.1', port: setup.port, protocol, settings, credential }
  const parts = { dir, programs, server: `http://127.0.0.1:${portal.port}` }
  return { portal, driver, setup, look, parts }
}

const cases = [
  ['vless', {}],
  ['vmess', { network: 'ws', path: '/x' }],
  ['trojan', { allowInsecure: true, sni: 'localhost' }],
] as const

for (const [protocol, settings] of cases) {
  engineTest(`a kilobyte of the portal comes through ${protocol}, and is counted to nobody`, async () => {
    const { portal, driver, look, parts } = await startNode(protocol, settings)
    expect(await findClients(programs)).toContain('v2ray')
    const found = await lookByEngine(parts, 'v2ray', [{ look, address: '127.0.0.1' }])
    expect(found?.get(7)).toEqual({ way: 'engine', ms: expect.any(Number) as number, fault: null })
    expect(portal.asked).toEqual([nodeProbe.path])
    expect((await driver.read()).counters.size).toBe(0)
  })
}

engineTest('with another credential nothing is carried', async () => {
  const { look, parts, portal } = await startNode('vless')
  const found = await lookByEngine(parts, 'v2ray', [
    { look: { ...look, credential: randomUUID() }, address: '127.0.0.1' },
  ])
  expect([found?.get(7)?.fault, portal.asked]).toEqual(['carry', []])
})

engineTest('the probe gets to the portal and nowhere else', async () => {
  const { setup, portal } = await startNode('vless')
  const target = await startTarget()
  ends.push(target.stop)
  const client = await startClient({ setup, credential: setup.probe.credential })
  ends.push(client.stop)
  // Whatever it names, the portal answers, with five bytes.
  const got = await download(client.socksPort, target.port, 1_000).catch(() => 0)
  expect(got).not.toBe(1_000)
  expect(portal.asked.length).toBe(1)
})
