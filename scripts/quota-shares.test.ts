import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Agent } from '../agent/agent.ts'
import type { Driver } from '../agent/drivers/driver.ts'
import type { BatchInput, Portal, UsersAnswer } from '../agent/portal.ts'
import { defaultIntervals, programs } from '../agent/settings.ts'
import type { NodeSetup } from '../contract/node-api.ts'
import { shareOf } from '../server/domains/traffic/share-out.ts'

/** Real agents with engines in memory, by a clock that only this test moves. */
const NODES = 3
const MB = 1_000_000
const RATE = 4 * MB
const TOTAL = 60 * MB
/** How long an answer of the portal takes, and cutting a user's connections. */
const ANSWER_MS = 50
const CUT_MS = 100
const STEP_MS = 10
const NUMBER = 1
let dir = ''

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'yuxian-shares-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true })
})

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += STEP_MS) {
    vi.advanceTimersByTime(STEP_MS)
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  }
}

/** A user who downloads at full speed whenever the engine lets it in. */
function makeEngine() {
  let used = 0
  let sinceMs: number | null = null
  const count = () => {
    const now = performance.now()
    if (sinceMs !== null) used += Math.round(((now - sinceMs) * RATE) / 1000)
    sinceMs &&= now
    return used
  }
  const add: Driver['add'] = async (users) => {
    if (users.length > 0) sinceMs ??= performance.now()
    return []
  }
  const driver: Driver = {
    counterLagSeconds: 0,
    addChunk: 100,
    attach: async () => null,
    start: async (_, users) => ({ boot: 'boot', failed: await add(users) }),
    isRunning: () => true,
    read: async () => ({ boot: 'boot', counters: new Map([['u1', { number: NUMBER, up: 0, down: count() }]]) }),
    add,
    async remove() {
      await after(CUT_MS)
      count()
      sinceMs = null
    },
    verify: async () => [],
    cut: async () => {},
    shut: async () => false,
    seen: () => [],
    presence: async () => ({ connections: 0, addresses: new Map(), claimed: new Set() }),
    stop: async () => null,
    isGone: () => false,
  }
  return { driver, used: count }
}

/** One quota for all nodes. With `shares` it is divided as by the server. */
function makeQuota(hasShares: boolean) {
  const user = { number: NUMBER, generation: 1, credential: randomUUID(), port: null, notAfter: null, deviceLimit: 0 }
  const usedOn = new Map<number, number>()
  const left = () => Math.max(0, TOTAL - [...usedOn.values()].reduce((sum, bytes) => sum + bytes, 0))
  const ended = Promise.withResolvers<void>()
  const roster = (setup: NodeSetup | null): UsersAnswer => ({
    revision: left() > 0 ? 1 : 2,
    full: setup !== null,
    setup,
    now: new Date().toISOString(),
    leaseUntil: new Date(Date.now() + 600_000).toISOString(),
    users: [{ ...user, mode: 'standard', state: left() > 0 ? 'on' : 'off', bytesLeft: left() }],
  })
  return (nodeId: number): Portal => ({
    async users({ since }, signal) {
      const setup = { nodeId, name: '', protocol: 'vless', port: 1, settings: {}, settingsRevision: 1, speedMbps: 1000 }
      if (since === 0) return roster(setup)
      await Promise.race([since === 1 ? ended.promise : after(25_000), once(signal, 'abort')])
      signal.throwIfAborted()
      await after(ANSWER_MS)
      return roster(null)
    },
    async batch({ items }: BatchInput) {
      await after(ANSWER_MS / 2)
      for (const { down } of items) usedOn.set(nodeId, (usedOn.get(nodeId) ?? 0) + down)
      if (left() === 0) ended.resolve()
      const bytesLeft = hasShares ? shareOf(left(), usedOn.size) : left()
      const answer = { duplicate: false, cut: left() === 0 ? [NUMBER] : [], left: [{ number: NUMBER, bytesLeft }] }
      await after(ANSWER_MS / 2)
      return answer
    },
    state: async () => ({ over: [], lastSeq: 0 }),
    looks: async () => ({ looks: [] }),
  })
}

/** The agents start so long after each other: their clocks are not the same. */
async function overshoot(hasShares: boolean, apartMs: number): Promise<number> {
  const portalOf = makeQuota(hasShares)
  const nodes = Array.from({ length: NODES }, (_, at) => {
    const { driver, used } = makeEngine()
    const whole = { server: '', listen: '', reach: [], tls: null, updateKey: null, failClosed: false, maxPending: 200 }
    const identity = { nodeId: at + 1, secret: '', epoch: 1 }
    const settings = { ...whole, ...identity, engines: { ...programs, tc: '/nowhere/tc' }, intervals: defaultIntervals }
    const own = mkdtempSync(path.join(dir, 'node-'))
    const agent = new Agent(own, settings, { portal: portalOf(at + 1), makeDrivers: () => [driver] })
    return { agent, used }
  })
  const ends = []
  for (const { agent } of nodes) {
    ends.push(agent.run())
    // Its sockets open by the real clock.
    while (agent.status().appliedRevision === 0) await nextTurn()
    await pass(apartMs)
  }
  await pass(12_000)
  const over = nodes.reduce((sum, { used }) => sum + used(), 0) - TOTAL
  for (const { agent } of nodes) agent.end()
  await pass(1_000)
  await Promise.all(ends)
  return over
}

test('a quota used on three nodes at once is exceeded by half a second of their traffic at most', async () => {
  const all = async (hasShares: boolean) => {
    const overs = []
    for (const apartMs of [20, 370, 710]) overs.push(await overshoot(hasShares, apartMs))
    return Math.max(...overs)
  }
  const [without, shared] = [await all(false), await all(true)]
  const inMb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`
  console.log(`over on ${NODES} nodes at ${inMb(RATE)}/s each: ${inMb(shared)}, without shares ${inMb(without)}`)
  expect(without).toBeGreaterThan(NODES * RATE)
  expect(shared).toBeGreaterThanOrEqual(-MB)
  expect(shared).toBeLessThanOrEqual((NODES * RATE) / 2)
})
