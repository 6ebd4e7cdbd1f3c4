import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import { freePort } from '../../test/free-port.ts'
import { programs as engines } from '../settings.ts'
import { kernelSockets, type Sockets } from '../sockets.ts'
import { makeCertificate, onLoopback } from '../test/engine-tools.ts'
import { engineTest, setupOf, startClient } from '../test/engines.ts'
import { download, openStream, startTarget } from '../test/target.ts'
import { tempDir } from '../test/temp-dir.ts'
import { Doubt, type EngineUser } from './driver.ts'
import { openV2rayApi } from './v2ray-api.ts'
import { controlSocket, emailOf } from './v2ray-config.ts'
import { addUser } from './v2ray-users.ts'
import { V2rayDriver } from './v2ray.ts'

const kernel = kernelSockets('ss')
const blind: Sockets = { ...kernel, list: async () => [] }
let dir = ''
let target: Awaited<ReturnType<typeof startTarget>>
let ends: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  dir = tempDir()
  target = await startTarget()
  ends = [target.stop]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  rmSync(dir, { recursive: true })
})

const userOf = (number: number, more: Partial<EngineUser> = {}): EngineUser => {
  return { number, generation: 1, credential: randomUUID(), port: null, mode: 'standard', ...more }
}

function openDriver(sockets = kernel) {
  const driver = new V2rayDriver({ dir, sockets, ...onLoopback, tls: makeCertificate(dir), engines })
  ends.push(() => driver.stop())
  return driver
}

async function clientOf(setup: ReturnType<typeof setupOf>, user: EngineUser) {
  const client = await startClient({ setup, credential: user.credential, port: user.port })
  ends.push(client.stop)
  return client
}

describe('counts the carried bytes', () => {
  engineTest.each([
    ['vless', {}],
    ['vless', { network: 'ws', path: '/way' }],
    ['vless', { security: 'tls' }],
    ['vmess', {}],
    ['trojan', {}],
    ['trojan', { network: 'ws' }],
    ['shadowsocks', { cipher: 'chacha20-ietf-poly1305' }],
    ['shadowsocks', { cipher: 'aes-128-gcm' }],
  ])('%s %j', async (protocol, settings) => {
    const setup = setupOf(protocol, await freePort(), settings)
    const port = protocol === 'shadowsocks' ? setup.port : null
    const [first, second] = [userOf(7, { port }), userOf(8, { port: port && (await freePort()), mode: 'game' })]
    const driver = openDriver()
    // One user comes from the configuration, one is added later.
    expect(await driver.start(setup, [first])).toMatchObject({ failed: [] })
    expect(await driver.add([second])).toEqual([])
    expect(await driver.verify()).toEqual([])
    for (const user of [first, second]) {
      const client = await clientOf(setup, user)
      expect(await download(client.socksPort, target.port, 200_000)).toBe(200_000)
    }
    const counters = [...(await driver.read()).counters.values()]
    expect(counters.map(({ number }) => number).sort()).toEqual([7, 8])
    for (const { down } of counters) {
      expect(down).toBeGreaterThanOrEqual(200_000)
      expect(down).toBeLessThanOrEqual(204_000)
    }
  })
})

describe('ends live streams', () => {
  async function removed(sockets: Sockets, protocol: string, settings: Record<string, unknown> = {}) {
    const setup = setupOf(protocol, await freePort(), settings)
    const port = protocol === 'shadowsocks' ? setup.port : null
    const [gone, stays] = [userOf(1, { port }), userOf(2, { port: port && (await freePort()) })]
    const driver = openDriver(sockets)
    await driver.start(setup, [gone, stays])
    const [hers, his] = [await clientOf(setup, gone), await clientOf(setup, stays)]
    const stream = openStream(hers.socksPort, target.port, '/slow')
    const other = openStream(his.socksPort, target.port, '/slow')
    await Promise.all([stream.flowing, other.flowing])
    await driver.read()
    const startedAt = performance.now()
    const ended = stream.ended.then(() => performance.now() - startedAt)
    await driver.remove([gone])
    const late = new Promise<'lives on'>((resolve) => setTimeout(resolve, 3_000, 'lives on'))
    const verdict = await Promise.race([ended, late])
    await expect.poll(other.received).toBeGreaterThan(other.received())
    return { verdict, again: await download(hers.socksPort, target.port, 1_000) }
  }

  engineTest.each([
    ['vless', {}],
    ['vless', { network: 'ws' }],
    ['vmess', {}],
    ['trojan', {}],
    ['shadowsocks', { cipher: 'aes-256-gcm' }],
  ])('of a removed user within 3 s, and of nobody else: %s %j', async (protocol, settings) => {
    const { verdict, again } = await removed(kernel, protocol, settings)
    expect(verdict).toBeTypeOf('number')
    expect(again).toBe(0)
  })

  engineTest('without the cut the engine alone keeps them alive', async () => {
    const { verdict, again } = await removed(blind, 'vless')
    expect(verdict).toBe('lives on')
    expect(again).toBe(0)
  })

  engineTest('whose owner is not in the log', async () => {
    const setup = setupOf('vless', await freePort())
    const user = userOf(1)
    const driver = openDriver()
    await driver.start(setup, [user])
    const client = await clientOf(setup, user)
    const stream = openStream(client.socksPort, target.port, '/slow')
    await stream.flowing
    // This is like an engine that drops log lines, or a web socket that names another address.
    await driver.read()
    const blindToIt = new V2rayDriver({ dir, sockets: kernel, ...onLoopback, tls: null, engines })
    expect(await blindToIt.attach(setup, [user])).not.toBeNull()
    await blindToIt.remove([user])
    await stream.ended
  })

  engineTest('and throws Doubt if some cannot be cut', async () => {
    const setup = setupOf('vless', await freePort())
    const user = userOf(1)
    const driver = openDriver({ ...kernel, destroy: async () => {} })
    await driver.start(setup, [user])
    const client = await clientOf(setup, user)
    await openStream(client.socksPort, target.port, '/slow').flowing
    await expect(driver.remove([user])).rejects.toBeInstanceOf(Doubt)
  })

  engineTest('from one address beyond the limit, and keeps the user', async () => {
    const setup = setupOf('vless', await freePort())
    const user = userOf(1)
    const driver = openDriver()
    await driver.start(setup, [user])
    const client = await clientOf(setup, user)
    const stream = openStream(client.socksPort, target.port, '/slow')
    await stream.flowing
    expect((await driver.presence()).addresses).toEqual(new Map([[1, new Set(['127.0.0.1'])]]))
    await driver.cut(user, new Set(['192.0.2.1']))
    const before = stream.received()
    await expect.poll(stream.received).toBeGreaterThan(before)
    await driver.cut(user, new Set(['127.0.0.1']))
    await stream.ended
    expect(await download(client.socksPort, target.port, 1_000)).toBe(1_000)
  })
})

describe('never trusts the engine', () => {
  engineTest('about an address that a web socket’s client claims', async () => {
    const setup = setupOf('vless', await freePort(), { network: 'ws' })
    const [honest, liar] = [userOf(1), userOf(2)]
    const driver = openDriver()
    await driver.start(setup, [honest, liar])
    const headers = { 'X-Forwarded-For': '192.0.2.9' }
    const clients = [
      await clientOf(setup, honest),
      await clientOf({ ...setup, settings: { ...setup.settings, headers } }, liar),
    ]
    for (const { socksPort } of clients) expect(await download(socksPort, target.port, 1_000)).toBe(1_000)
    const { addresses, claimed } = await driver.presence()
    expect(addresses.get(1)).toEqual(new Set(['127.0.0.1']))
    expect(addresses.get(2)).toEqual(new Set(['192.0.2.9']))
    expect(claimed).toEqual(new Set(['2 192.0.2.9']))
  })

  engineTest('notices a second inbound on a port, which the engine accepts', async () => {
    const setup = setupOf('shadowsocks', await freePort(), { cipher: 'aes-128-gcm' })
    const user = userOf(1, { port: setup.port })
    const driver = openDriver()
    await driver.start(setup, [user])
    expect(await driver.add([user])).toEqual([1])
    expect((await kernel.listeners()).filter((port) => port === setup.port)).toHaveLength(1)
    // Add the user without the driver's knowledge.
    const api = openV2rayApi(controlSocket(path.join(dir, 'engine')))
    await addUser(api, setup, { ...user, email: emailOf(setup.nodeId, user) }, '127.0.0.1')
    api.close()
    await expect(driver.verify()).rejects.toBeInstanceOf(Doubt)
    await expect(driver.remove([user])).rejects.toBeInstanceOf(Doubt)
  })

  engineTest('a removed port no longer listens', async () => {
    const setup = setupOf('shadowsocks', await freePort(), { cipher: 'aes-128-gcm' })
    const user = userOf(1, { port: setup.port })
    const driver = openDriver()
    await driver.start(setup, [user])
    await driver.remove([user])
    expect(await kernel.listeners()).not.toContain(setup.port)
    expect(await driver.add([user])).toEqual([])
    expect(await driver.verify()).toEqual([])
  })

  engineTest('a user who is already there gets the new credential', async () => {
    const setup = setupOf('vless', await freePort())
    const [before, after] = [userOf(1), userOf(1)]
    const driver = openDriver()
    await driver.start(setup, [before])
    expect(await driver.add([after])).toEqual([])
    const [old, fresh] = [await clientOf(setup, before), await clientOf(setup, after)]
    expect(await download(fresh.socksPort, target.port, 1_000)).toBe(1_000)
    const refused = openStream(old.socksPort, target.port, '/bytes/1000')
    await Promise.race([refused.ended, new Promise((resolve) => setTimeout(resolve, 500))])
    expect(refused.received()).toBe(0)
    refused.close()
  })

  engineTest('one bad user or port keeps nobody else out', async () => {
    const setup = setupOf('vless', await freePort())
    const driver = openDriver()
    const { failed } = await driver.start(setup, [userOf(1), userOf(2, { credential: 'no uuid' })])
    expect(failed).toEqual([2])
    expect(await driver.add([userOf(3), userOf(4, { credential: '' })])).toEqual([4])
  })

  engineTest('reports a setup that it cannot run', async () => {
    const driver = openDriver()
    const port = await freePort()
    await expect(driver.start(setupOf('vless', port, { security: 'reality' }), [])).rejects.toThrow('REALITY')
    await expect(driver.start(setupOf('hysteria2', port), [])).rejects.toThrow('does not run hysteria2')
    await expect(driver.start(setupOf('vless', port, { network: 'grpc' }), [])).rejects.toThrow(/unknown/i)
    await expect(driver.start(setupOf('vless', target.port), [])).rejects.toThrow(/ended (?:while starting|at once)/)
  })
})

engineTest('applies 10,000 users, prints the time, and ends a tenth of them at once', async () => {
  const setup = setupOf('vless', await freePort())
  const driver = openDriver()
  await driver.start(setup, [])
  const many = Array.from({ length: 10_000 }, (_, index) => userOf(index + 1))
  const startedAt = performance.now()
  expect(await driver.add(many)).toEqual([])
  const seconds = (performance.now() - startedAt) / 1_000
  console.log(`${many.length} users added in ${seconds.toFixed(1)} s`)
  expect(await driver.verify()).toEqual([])
  const client = await clientOf(setup, many.at(-1)!)
  expect(await download(client.socksPort, target.port, 1_000)).toBe(1_000)
  await driver.remove(many.slice(0, many.length / 10))
})
