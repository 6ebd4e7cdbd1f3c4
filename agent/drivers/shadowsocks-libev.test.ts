import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'

import { freePort } from '../../test/free-port.ts'
import { bootOf, findProcesses } from '../process-table.ts'
import { programs as engines } from '../settings.ts'
import { kernelSockets } from '../sockets.ts'
import { onLoopback } from '../test/engine-tools.ts'
import { engineTest, setupOf, startClient } from '../test/engines.ts'
import { download, openStream, startTarget } from '../test/target.ts'
import { tempDir } from '../test/temp-dir.ts'
import type { EngineUser } from './driver.ts'
import { canConnect } from './engine-process.ts'
import { ShadowsocksLibevDriver } from './shadowsocks-libev.ts'

const cipher = 'chacha20-ietf-poly1305'
let dir = ''
let folder = ''
let target: Awaited<ReturnType<typeof startTarget>>
let ends: (() => unknown)[] = []

beforeEach(async () => {
  dir = tempDir()
  folder = path.join(dir, 'engine', 'shadowsocks')
  target = await startTarget()
  ends = [target.stop]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  expect(servers()).toEqual([])
  rmSync(dir, { recursive: true })
})

const servers = () => findProcesses((line) => line.some((word) => word.startsWith(folder)))
const serverOf = (port: number | null) => Number(readFileSync(path.join(folder, `.shadowsocks_${port}.pid`), 'utf8'))
const setupFor = (port: number, method = cipher) =>
  setupOf('shadowsocks', port, { cipher: method, engine: 'shadowsocks-libev' })

async function userOf(number: number): Promise<EngineUser> {
  return { number, generation: 1, credential: randomUUID(), port: await freePort(), mode: 'standard' }
}

function openDriver() {
  const driver = new ShadowsocksLibevDriver({ dir, sockets: kernelSockets('ss'), ...onLoopback, engines })
  ends.push(() => driver.stop())
  return driver
}

async function clientOf(user: EngineUser, kind: 'v2ray' | 'ss-local' = 'ss-local') {
  const setup = setupFor(user.port ?? 0)
  const client = await startClient({ setup, credential: user.credential, port: user.port, kind })
  ends.push(client.stop)
  return client
}

engineTest('counts the carried bytes, within the 5 s that a report takes', async () => {
  const users = [await userOf(7), await userOf(8)]
  const driver = openDriver()
  expect(await driver.start(setupFor(users[0]!.port!), users)).toMatchObject({ failed: [] })
  for (const [at, kind] of (['ss-local', 'v2ray'] as const).entries()) {
    const client = await clientOf(users[at]!, kind)
    expect(await download(client.socksPort, target.port, 200_000)).toBe(200_000)
  }
  const read = async () => [...(await driver.read()).counters.values()].filter(({ down }) => down >= 200_000)
  await expect.poll(read).toHaveLength(2)
  for (const { up, down } of await read()) {
    expect(up).toBe(0)
    expect(down).toBeLessThanOrEqual(206_000)
  }
})

engineTest('adding to a port in use cuts nobody off for good', async () => {
  const user = await userOf(1)
  const driver = openDriver()
  await driver.start(setupFor(user.port!), [user])
  const fresh = { ...user, generation: 2, credential: randomUUID() }
  expect(await driver.add([fresh])).toEqual([])
  const client = await clientOf(fresh)
  expect(await download(client.socksPort, target.port, 1_000)).toBe(1_000)
})

engineTest('handles a removal and an addition at once', async () => {
  const user = await userOf(1)
  const driver = openDriver()
  await driver.start(setupFor(user.port!), [user])
  for (let generation = 2; generation < 6; generation += 1) {
    await driver.remove([user])
    expect(await canConnect(user.port!, '127.0.0.1')).toBe(false)
    expect(await driver.add([{ ...user, generation, credential: randomUUID() }])).toEqual([])
    expect(await canConnect(user.port!, '127.0.0.1')).toBe(true)
  }
  expect(servers()).toHaveLength(2)
})

engineTest('an unknown method is a failure, although the manager says ok', async () => {
  const user = await userOf(1)
  const driver = openDriver()
  expect(await driver.start(setupFor(user.port!, 'no-such-method'), [user])).toMatchObject({ failed: [1] })
  expect(await driver.verify()).toEqual([])
})

engineTest('notices a crashed server and counts its bytes once', async () => {
  const user = await userOf(1)
  const driver = openDriver()
  await driver.start(setupFor(user.port!), [user])
  const client = await clientOf(user)
  await download(client.socksPort, target.port, 50_000)
  const read = async () => [...(await driver.read()).counters]
  await expect.poll(async () => (await read())[0]?.[1].down).toBeGreaterThan(50_000)
  const [before] = await read()
  process.kill(serverOf(user.port), 'SIGKILL')
  await expect.poll(() => driver.verify()).toEqual([1])
  // The manager still reports the old number. It must stay under the same key, or it would count twice.
  expect(await read()).toEqual([before])
  await driver.remove([user])
  expect(await driver.add([user])).toEqual([])
  expect(await driver.verify()).toEqual([])
  expect((await read()).map(([key]) => key)).not.toContain(before![0])
  expect(driver.isGone(before![0])).toBe(true)
})

engineTest('an old pid file harms no other process, and removal leaves no file', async () => {
  const user = await userOf(1)
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  await once(stranger, 'spawn')
  ends.push(() => stranger.kill('SIGKILL'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `.shadowsocks_${user.port}.pid`), String(stranger.pid))
  const driver = openDriver()
  await driver.start(setupFor(user.port!), [user])
  expect(bootOf(stranger.pid ?? 0)).not.toBeNull()
  await driver.remove([user])
  expect(readdirSync(folder).filter((name) => name.endsWith('.pid'))).toEqual([])
})

engineTest('other system users cannot read passwords', async () => {
  const user = await userOf(1)
  const driver = openDriver()
  await driver.start(setupFor(user.port!), [user])
  expect(statSync(folder).mode & 0o077).toBe(0)
  const files = readdirSync(folder).filter((name) => name.endsWith('.conf'))
  expect(files).toHaveLength(1)
  expect(statSync(path.join(folder, files[0]!)).mode & 0o077).toBe(0)
})

engineTest('after the manager is killed, ends its servers and adds all users again', async () => {
  const users = [await userOf(1), await userOf(2)]
  const setup = setupFor(users[0]!.port!)
  const driver = openDriver()
  const { boot } = await driver.start(setup, users)
  const old = serverOf(users[0]!.port)
  process.kill(Number(boot.split('.')[1]), 'SIGKILL')
  await expect.poll(() => driver.isRunning()).toBe(false)
  expect(bootOf(old)).not.toBeNull()
  await driver.stop()
  const again = await driver.start(setup, users)
  expect(again.failed).toEqual([])
  expect(again.boot).not.toBe(boot)
  expect(servers()).toHaveLength(3)
  expect(bootOf(old)).toBeNull()
})

engineTest('removal ends a live stream at once', async () => {
  const user = await userOf(1)
  const driver = openDriver()
  await driver.start(setupFor(user.port!), [user])
  const client = await clientOf(user)
  const stream = openStream(client.socksPort, target.port, '/slow')
  await stream.flowing
  expect((await driver.presence()).addresses.get(1)).toEqual(new Set(['127.0.0.1']))
  await driver.remove([user])
  await stream.ended
  expect(await download(client.socksPort, target.port, 1_000)).toBe(0)
})

engineTest('takes over an engine that a killed agent left, with its counters', async () => {
  const user = await userOf(1)
  const driver = openDriver()
  const { boot } = await driver.start(setupFor(user.port!), [user])
  const keys = [...(await driver.read()).counters.keys()]
  const next = openDriver()
  expect(await next.attach(setupFor(user.port!), [user])).toBe(boot)
  expect([...(await next.read()).counters.keys()]).toEqual(keys)
  expect(await next.verify()).toEqual([])
})
