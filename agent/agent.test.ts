import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { NodeSetup, NodeUser } from '../contract/node-api.ts'
import { freePort } from '../test/free-port.ts'
import { openV2rayApi } from './drivers/v2ray-api.ts'
import { controlSocket } from './drivers/v2ray-config.ts'
import { bootOf, findProcesses } from './process-table.ts'
import { engineTest, setupOf, startClient } from './test/engines.ts'
import { identity, startStandInPortal, userOf, type StandInPortal } from './test/stand-in-portal.ts'
import { endEngines, startAgent, type AgentSettings, type RunningAgent } from './test/start-agent.ts'
import { download, openStream, startTarget } from './test/target.ts'
import { tempDir } from './test/temp-dir.ts'

const main = path.join(import.meta.dirname, 'main.ts')
let dir = ''
let setup: NodeSetup
let portal: StandInPortal
let target: Awaited<ReturnType<typeof startTarget>>
let ends: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  dir = tempDir()
  setup = setupOf('vless', await freePort())
  portal = await startStandInPortal(setup)
  target = await startTarget()
  ends = [target.stop, () => portal.stop(), () => endEngines(dir)]
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  rmSync(dir, { recursive: true })
})

async function begin(settings: AgentSettings | null = {}): Promise<RunningAgent> {
  const agent = await startAgent({
    dir,
    ...(settings ? { settings: { ...identity, server: portal.url, ...settings } } : {}),
  })
  ends.push(() => agent.kill())
  return agent
}

async function clientOf(user: NodeUser) {
  const client = await startClient({ setup, credential: user.credential ?? '', port: user.port })
  ends.push(client.stop)
  return client
}

const applied = (revision = portal.revision) =>
  portal.until(() => (portal.states.at(-1)?.appliedRevision ?? 0) >= revision)
const engines = () => findProcesses((line) => line.some((word) => word.startsWith(path.join(dir, 'engine'))))
const total = (number: number) => portal.bytesOf(number).up + portal.bytesOf(number).down
/** Bytes that the engine itself has counted for a user in the current run. */
async function engineTotal(number: number): Promise<number> {
  const api = openV2rayApi(controlSocket(path.join(dir, 'engine')))
  const stats = await api.stats()
  api.close()
  return stats
    .filter((stat) => stat.name.startsWith(`user>>>u${number}.g`))
    .reduce((sum, { value }) => sum + Number(value), 0)
}

engineTest('applies the roster and counts every byte', async () => {
  const user = userOf(5, randomUUID())
  portal.set(user)
  const agent = await begin()
  await applied()
  const client = await clientOf(user)
  expect(await download(client.socksPort, target.port, 300_000)).toBe(300_000)
  await portal.until(() => total(5) >= 300_000)
  expect(total(5)).toBe(await engineTotal(5))
  // Add a new user while the engine runs.
  const other = userOf(6, randomUUID())
  portal.set(other)
  await applied()
  expect(await download((await clientOf(other)).socksPort, target.port, 1_000)).toBe(1_000)
  await portal.until(() => portal.states.some(({ addresses }) => addresses.some(({ number }) => number === 6)))
  expect(await agent.stop()).toBe(0)
  expect(total(6)).toBeGreaterThanOrEqual(1_000)
  expect(engines()).toEqual([])
  expect(agent.output()).not.toContain(identity.secret)
  expect(agent.output()).not.toContain(user.credential)
  for (const name of ['agent.json', 'counts.json', 'roster.json', 'applied.json']) {
    expect(statSync(path.join(dir, name)).mode & 0o077).toBe(0)
  }
  expect(statSync(path.join(dir, 'engine')).mode & 0o077).toBe(0)
})

describe('counts exactly', () => {
  engineTest('to the byte, despite kill -9 of the agent, lost answers and a busy portal', async () => {
    const user = userOf(1, randomUUID())
    portal.set(user)
    let calls = 0
    portal.fault = (call) => {
      calls += 1
      if (!call.endsWith('/batches')) return calls % 7 === 0 ? 'busy' : 'none'
      return calls % 3 === 0 ? 'lost answer' : calls % 5 === 0 ? 'busy' : 'none'
    }
    let agent = await begin()
    await applied()
    const boot = portal.states.at(-1)?.boot
    const client = await clientOf(user)
    const stream = openStream(client.socksPort, target.port, '/slow')
    await stream.flowing
    for (let kills = 0; kills < 5; kills += 1) {
      const batches = portal.batches.size
      await portal.until(() => portal.batches.size > batches)
      await agent.kill()
      const received = stream.received()
      await expect.poll(stream.received).toBeGreaterThan(received)
      agent = await begin(null)
    }
    const before = portal.states.length
    await portal.until(() => portal.states.length > before)
    expect(portal.states.at(-1)?.boot).toBe(boot)
    stream.close()
    // With no more traffic, every byte that the engine counted must arrive exactly once.
    let counted = -1
    await expect
      .poll(
        async () => {
          const now = await engineTotal(1)
          const isStill = now === counted && total(1) === now
          counted = now
          return isStill
        },
        { interval: 300 },
      )
      .toBe(true)
    expect(portal.duplicates).toBeGreaterThan(0)
    expect(await agent.stop()).toBe(0)
    expect(total(1)).toBe(counted)
  })

  engineTest('after a crash of the engine, in a new run with all users back', async () => {
    const user = userOf(1, randomUUID())
    portal.set(user)
    await begin()
    await applied()
    const client = await clientOf(user)
    await download(client.socksPort, target.port, 100_000)
    await portal.until(() => total(1) >= 100_000)
    const before = total(1)
    const boot = portal.states.at(-1)?.boot ?? ''
    process.kill(Number(boot.split('.')[1]), 'SIGKILL')
    const startedAt = performance.now()
    await expect.poll(() => download(client.socksPort, target.port, 5_000)).toBe(5_000)
    console.log(`carried again ${Math.round(performance.now() - startedAt)} ms after the crash`)
    await portal.until(() => total(1) >= before + 5_000)
    await portal.until(() => portal.states.at(-1)?.engine === 'running' && portal.states.at(-1)?.boot !== boot)
    expect(engines()).toHaveLength(1)
  })

  engineTest('with shadowsocks-libev too, despite kill -9', async () => {
    const cipher = { cipher: 'aes-256-gcm', engine: 'shadowsocks-libev' }
    setup = { ...setupOf('shadowsocks', setup.port, cipher), settingsRevision: 1 }
    portal.setup = setup
    const user = userOf(1, randomUUID(), { port: setup.port })
    portal.set(user)
    const agent = await begin()
    await applied()
    const client = await clientOf(user)
    expect(await download(client.socksPort, target.port, 100_000)).toBe(100_000)
    await portal.until(() => total(1) >= 100_000)
    await agent.kill()
    expect(await download(client.socksPort, target.port, 100_000)).toBe(100_000)
    const next = await begin(null)
    await portal.until(() => total(1) >= 200_000)
    expect(total(1)).toBeLessThan(204_000)
    expect(await next.stop()).toBe(0)
    expect(engines()).toEqual([])
  })

  engineTest('with a damaged record: counts nothing twice, and goes on', async () => {
    const user = userOf(1, randomUUID())
    portal.set(user)
    const agent = await begin()
    await applied()
    const client = await clientOf(user)
    await download(client.socksPort, target.port, 100_000)
    await portal.until(() => total(1) >= 100_000)
    const before = total(1)
    await agent.kill()
    truncateSync(path.join(dir, 'counts.json'), 30)
    await begin(null)
    const states = portal.states.length
    await portal.until(() => portal.states.length > states + 1)
    expect(total(1)).toBe(before)
    await download(client.socksPort, target.port, 50_000)
    await portal.until(() => total(1) >= before + 50_000)
    expect(total(1)).toBeLessThan(before + 52_000)
  })

  engineTest('after a change of the credential: refuses the old one, counts both on one number', async () => {
    const user = userOf(1, randomUUID())
    portal.set(user)
    await begin()
    await applied()
    const old = await clientOf(user)
    await download(old.socksPort, target.port, 10_000)
    const fresh = { ...user, generation: 2, credential: randomUUID() }
    portal.set(fresh)
    await applied()
    const client = await clientOf(fresh)
    expect(await download(client.socksPort, target.port, 10_000)).toBe(10_000)
    await portal.until(() => total(1) >= 20_000)
    expect(await download(old.socksPort, target.port, 10_000)).toBe(0)
    expect(total(1)).toBe(await engineTotal(1))
  })

  engineTest('keeps a batch aside that the portal will never take, so that it holds up no other', async () => {
    const user = userOf(1, randomUUID())
    portal.set(user)
    portal.refuseBatch = () => true
    await begin()
    await applied()
    const client = await clientOf(user)
    await download(client.socksPort, target.port, 10_000)
    await expect.poll(() => readdirSync(dir)).toContain('refused.jsonl')
    portal.refuseBatch = () => false
    await download(client.socksPort, target.port, 20_000)
    await portal.until(() => total(1) >= 20_000)
    expect(readFileSync(path.join(dir, 'refused.jsonl'), 'utf8')).toContain('"number":1')
  })
})

describe('ends users', () => {
  async function streamOf(more: Partial<NodeUser>, settings: AgentSettings = {}) {
    const user = userOf(1, randomUUID(), more)
    portal.set(user)
    const agent = await begin(settings)
    await applied()
    const client = await clientOf(user)
    const stream = openStream(client.socksPort, target.port, '/slow')
    await stream.flowing
    return { user, agent, client, stream }
  }

  engineTest('that the portal turned off, within 3 s', async () => {
    const { stream, client } = await streamOf({})
    const startedAt = performance.now()
    portal.off(1)
    await stream.ended
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(await download(client.socksPort, target.port, 1_000)).toBe(0)
  })

  engineTest('whose quota was used up on another node', async () => {
    const { stream, user, client } = await streamOf({})
    portal.cutNext = [1]
    await stream.ended
    // The user bought more: they are let in again with the bytes that the portal says are left.
    portal.set({ ...user, bytesLeft: 1_000_000_000 })
    await applied()
    expect(await download(client.socksPort, target.port, 1_000)).toBe(1_000)
  })

  engineTest('whose quota ran out while the portal is away', async () => {
    const { stream, agent } = await streamOf({ bytesLeft: 100_000 })
    portal.fault = () => 'away'
    await stream.ended
    expect(stream.received()).toBeLessThan(1_000_000)
    portal.fault = () => 'none'
    await portal.until(() => total(1) >= 100_000)
    expect(await agent.stop()).toBe(0)
  })

  engineTest('whose time ran out by the portal’s clock, whatever this machine’s clock says', async () => {
    portal.clockSkewMs = 40_000
    const { stream } = await streamOf({ notAfter: new Date(Date.now() + 43_000).toISOString() })
    portal.fault = () => 'away'
    const startedAt = performance.now()
    await stream.ended
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  engineTest('after the lease only if the operator wants it', async () => {
    portal.leaseMs = 1_000
    const { stream } = await streamOf({}, { failClosed: true })
    portal.fault = () => 'away'
    await stream.ended
  })

  engineTest('from addresses beyond the limit', async () => {
    const { stream, agent } = await streamOf({ deviceLimit: 1 })
    portal.over = [{ number: 1, addresses: ['127.0.0.1'] }]
    await stream.ended
    // Stopping the agent also removes its filter.
    expect(await agent.stop()).toBe(0)
    expect(portal.states.some(({ addresses }) => addresses[0]?.addresses.includes('127.0.0.1'))).toBe(true)
  })
})

describe('runs safely beside other agents and without the portal', () => {
  engineTest('stops for good with its engine when another agent replaces it', async () => {
    portal.set(userOf(1, randomUUID()))
    const agent = await begin()
    await applied()
    portal.epoch = 2
    portal.set(userOf(2, randomUUID()))
    expect(await agent.exited).toBe(3)
    expect(engines()).toEqual([])
    expect(agent.output()).toContain('another agent took this node over')
  })

  engineTest('a second agent in the same folder touches nothing', async () => {
    portal.set(userOf(1, randomUUID()))
    await begin()
    await applied()
    const second = await begin(null)
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('already running')
    expect(engines()).toHaveLength(1)
  })

  engineTest('is refused with a wrong clock, and says why', async () => {
    portal.clockSkewMs = -600_000
    const agent = await begin()
    await portal.until(() => portal.refusedSignatures > 0)
    await expect.poll(agent.output).toContain('node.refused')
  })

  engineTest('after a kill in the middle of a change, the next agent starts a fresh engine', async () => {
    portal.set(...Array.from({ length: 3_000 }, (_, at) => userOf(at + 1, randomUUID())))
    const agent = await begin()
    await applied()
    const [pid = 0] = engines()
    const boot = bootOf(pid)
    portal.set(...Array.from({ length: 3_000 }, (_, at) => userOf(at + 1, randomUUID(), { generation: 2 })))
    await expect
      .poll(() => readFileSync(path.join(dir, 'applied.json'), 'utf8'), { interval: 5 })
      .toContain('"isClean":false')
    await agent.kill()
    await begin(null)
    await applied()
    expect(engines()).toHaveLength(1)
    expect(bootOf(pid)).not.toBe(boot)
  })

  engineTest('applies a new port of the node and keeps all users and bytes', async () => {
    const user = userOf(1, randomUUID())
    portal.set(user)
    await begin()
    await applied()
    const client = await clientOf(user)
    await download(client.socksPort, target.port, 10_000)
    setup = { ...setup, port: await freePort(), settingsRevision: portal.revision + 1 }
    portal.setup = setup
    portal.set()
    await applied()
    expect(await download((await clientOf(user)).socksPort, target.port, 10_000)).toBe(10_000)
    expect(await download(client.socksPort, target.port, 1_000)).toBe(0)
    await portal.until(() => total(1) >= 20_000)
  })

  engineTest('reports its status', async () => {
    portal.set(userOf(1, randomUUID()))
    await begin()
    await applied()
    const { status, stdout } = spawnSync(process.execPath, [main, 'status', '--dir', dir, '--json'], {
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ engine: 'running', usersApplied: 1, pendingBatches: 0, alarms: [] })
    setup = { ...setup, protocol: 'trojan', settingsRevision: portal.revision + 1 }
    portal.setup = setup
    portal.set()
    await portal.until(() => portal.states.at(-1)?.engine === 'down')
    const text = spawnSync(process.execPath, [main, 'status', '--dir', dir], { encoding: 'utf8' })
    expect(text.status).toBe(2)
    expect(text.stdout).toContain('! engine: the node wants TLS: set its certificate to `self`, or name')
  })

  engineTest('starts while the portal is away and serves the users it knew', async () => {
    const user = userOf(1, randomUUID())
    portal.set(user)
    const agent = await begin()
    await applied()
    expect(await agent.stop()).toBe(0)
    portal.fault = () => 'away'
    await begin(null)
    const client = await clientOf(user)
    await expect.poll(() => download(client.socksPort, target.port, 1_000)).toBe(1_000)
    portal.fault = () => 'none'
    await portal.until(() => total(1) >= 1_000)
  })
})
