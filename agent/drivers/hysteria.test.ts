import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect } from 'vitest'

import type { NodeSetup } from '../../contract/node-api.ts'
import { freePort } from '../../test/free-port.ts'
import { programs } from '../settings.ts'
import { makeCertificate, onLoopback } from '../test/engine-tools.ts'
import { engineTest, setupOf } from '../test/engines.ts'
import { download, openStream, startTarget } from '../test/target.ts'
import { tempDir } from '../test/temp-dir.ts'
import { makeHysteria, startXrayClient } from '../test/xray-engine.ts'
import type { EngineUser } from './driver.ts'
import { HysteriaDriver } from './hysteria.ts'

let dir = ''
let setup: NodeSetup
let target: Awaited<ReturnType<typeof startTarget>>
let ends: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  dir = tempDir()
  setup = setupOf('hysteria2', await freePort(), { obfsPassword: 'hidden', upMbps: 100 })
  target = await startTarget()
  ends = [target.stop]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  rmSync(dir, { recursive: true })
})

const userOf = (number: number): EngineUser => {
  return { number, generation: 1, credential: randomUUID(), port: null, mode: 'standard' }
}

function openDriver(more: object = {}) {
  const engines = { ...programs, hysteria: makeHysteria(dir) }
  const driver = new HysteriaDriver({ dir, ...onLoopback, tls: makeCertificate(dir), engines, ...more })
  ends.push(() => driver.stop())
  return driver
}

async function clientOf({ credential }: EngineUser, from?: string) {
  const client = await startXrayClient({ setup, credential, ...(from ? { from } : {}) })
  ends.push(client.stop)
  return client.socksPort
}

engineTest('lets in users that the agent knows, counts both ways, and ends only a removed user', async () => {
  const [gone, stays, later] = [userOf(1), userOf(2), userOf(3)]
  const driver = openDriver()
  expect(await driver.start(setup, [gone, stays])).toMatchObject({ failed: [] })
  expect(await driver.add([later, { ...userOf(4), credential: '' }])).toEqual([4])
  expect(await download(await clientOf(later), target.port, 200_000)).toBe(200_000)
  expect(await download(await clientOf(userOf(9)), target.port, 1_000)).toBe(0)
  const { up = 0, down = 0 } = (await driver.read()).counters.get('u3.g1') ?? {}
  expect(down).toBeGreaterThan(200_000)
  expect(up).toBeGreaterThan(10)
  expect(up).toBeLessThan(1_000)

  const hers = await clientOf(gone)
  // Each word of `kick` ends one connection.
  const streams = [1, 2, 3].map(() => openStream(hers, target.port, '/slow'))
  const other = openStream(await clientOf(stays), target.port, '/slow')
  await Promise.all([...streams, other].map(({ flowing }) => flowing))
  expect(await driver.presence()).toMatchObject({ connections: 4 })
  await driver.remove([gone])
  await Promise.all(streams.map(({ ended }) => ended))
  expect(await download(hers, target.port, 1_000)).toBe(0)
  await expect.poll(other.received).toBeGreaterThan(other.received())
  expect(await driver.add([gone])).toEqual([])
  expect(await download(hers, target.port, 1_000)).toBe(1_000)
})

engineTest('keeps one user out from one address, and tells who is connected from where', async () => {
  const [limited, other] = [userOf(1), userOf(2)]
  const driver = openDriver()
  await driver.start(setup, [limited, other])
  const [cafe, home, neighbour] = [
    await clientOf(limited, '127.0.0.3'),
    await clientOf(limited, '127.0.0.2'),
    await clientOf(other, '127.0.0.3'),
  ]
  const stream = openStream(cafe, target.port, '/slow')
  await stream.flowing
  expect(driver.seen()).toEqual([{ number: 1, address: '127.0.0.3' }])
  expect((await driver.presence()).addresses).toEqual(new Map([[1, new Set(['127.0.0.3'])]]))
  const pair = { number: 1, address: '127.0.0.3' }
  expect([await driver.shut([pair]), await driver.shut([pair])]).toEqual([true, false])
  await driver.cut(limited, new Set(['127.0.0.3']))
  await stream.ended
  const ask = () => Promise.all([cafe, home, neighbour].map((socksPort) => download(socksPort, target.port, 1_000)))
  expect(await ask()).toEqual([0, 1_000, 1_000])
  await driver.shut([])
  expect(await ask()).toEqual([1_000, 1_000, 1_000])
})

engineTest('a user reaches what agent.json allows, and not this machine, by address or by name', async () => {
  const user = userOf(1)
  const open = await startTarget('127.0.0.2')
  ends.push(open.stop)
  await openDriver({ reach: ['127.0.0.2/32'] }).start(setup, [user])
  const socksPort = await clientOf(user)
  expect(await download(socksPort, open.port, 1_000, '127.0.0.2')).toBe(1_000)
  expect(await download(socksPort, target.port, 1_000, '127.0.0.1')).toBe(0)
  expect(await download(socksPort, target.port, 1_000, 'localhost')).toBe(0)
})

engineTest('reports what is missing', async () => {
  await expect(openDriver({ tls: null }).start(setup, [])).rejects.toThrow('certificate')
  const engines = { ...programs, hysteria: '/nowhere/hysteria' }
  await expect(openDriver({ engines }).start(setup, [])).rejects.toThrow('cannot start /nowhere/hysteria')
})
