import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect } from 'vitest'

import { engineOf, hasOwnPorts } from '../contract/node-engines.ts'
import { freePort } from '../test/free-port.ts'
import { Agent } from './agent.ts'
import { V2rayDriver } from './drivers/v2ray.ts'
import { programs as engines, type Settings } from './settings.ts'
import { kernelSockets } from './sockets.ts'
import { startDns } from './test/dns-stub.ts'
import { makeCertificate, onLoopback } from './test/engine-tools.ts'
import { engineTest, setupOf, startClient } from './test/engines.ts'
import { openDatagrams, startEcho } from './test/socks.ts'
import { identity, startStandInPortal, userOf, type StandInPortal } from './test/stand-in-portal.ts'
import { download, openStream, startTarget } from './test/target.ts'
import { tempDir } from './test/temp-dir.ts'
import { startRealXrayClient } from './test/xray-client.ts'
import { isRealXray, makeXray, startXrayClient } from './test/xray-engine.ts'

const intervals = { pollMs: 100, pushMs: 200, stateMs: 200, watchMs: 50, retryMs: 50, waitSeconds: 5, lookMs: 60_000 }
const cipher = 'chacha20-ietf-poly1305'
/** These stand for the Internet; agent.json opens 127.0.0.1 only to ordinary users. */
const outside = new Set(['127.0.0.2', '::1'])
const INSIDE = '127.0.0.1'
const CUT_MS = 3_000
const later = (ms: number) => new Date(Date.now() + ms).toISOString()
const never = () => ({ lifeline: true, bytesLeft: 50_000_000, notAfter: later(72 * 3_600_000) })

let dir = ''
let ends: (() => unknown)[] = []
let answers: Record<string, string[]> = {}
beforeEach(() => {
  dir = tempDir()
  ends = [() => rmSync(dir, { recursive: true })]
  answers = { 'portal.test': ['127.0.0.2'], 'pay.test': ['::1'], 'other.test': ['127.0.0.2'], 'inside.test': [INSIDE] }
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

async function target(host: string): Promise<number> {
  const { port, stop } = await startTarget(host)
  ends.push(stop)
  return port
}

/** A node with one user, whose client is connected, and the places of a portal and a cashier. */
async function open(protocol: string, settings: object = {}) {
  const setup = setupOf(protocol, await freePort(), { ...settings })
  const isXray = engineOf(setup) === 'xray'
  const [portalPort, payPort, otherPort] = [await target('127.0.0.2'), await target('::1'), await target(INSIDE)]
  const portal = await startStandInPortal(setup)
  ends.push(() => portal.stop())
  portal.places = [`portal.test:${portalPort}`, `pay.test:${payPort}`, `inside.test:${otherPort}`]
  const credential = randomUUID()
  const port = hasOwnPorts(setup) ? setup.port : null
  const user = userOf(1, credential, { port })
  portal.set(user)
  const dns = await startDns((name) => answers[name] ?? [])
  ends.push(dns.stop)
  const tls = protocol === 'trojan' ? makeCertificate(dir) : null
  const whole: Settings = {
    ...identity,
    ...onLoopback,
    server: portal.url,
    tls,
    updateKey: null,
    failClosed: false,
    maxPending: 200,
    engines: isXray ? { ...engines, xray: isRealXray ? 'xray' : makeXray(dir) } : engines,
    intervals,
  }
  const agent = new Agent(dir, whole, {
    dialling: { lookUp: dns.lookUp, isPublic: (address) => outside.has(address) },
  })
  const running = agent.run()
  ends.push(async () => {
    agent.end()
    await running
  })
  await applied(portal)
  const client = await (isXray ? startXray({ setup, credential, tls }) : startClient({ setup, credential, port }))
  ends.push(client.stop)
  const get = (host: string, at: number) => download(client.socksPort, at, 1_000, host)
  return { portal, user, socksPort: client.socksPort, get, portalPort, payPort, otherPort }
}

const startXray = (wanted: Parameters<typeof startRealXrayClient>[0]) =>
  isRealXray ? startRealXrayClient(wanted) : startXrayClient(wanted)

const applied = (portal: StandInPortal) =>
  portal.until(
    () => portal.states.at(-1)?.appliedRevision === portal.revision && portal.states.at(-1)!.engine === 'running',
  )

const protocols: [string, object][] = [
  ['vless', {}],
  ['vmess', { network: 'ws', path: '/w' }],
  ['trojan', {}],
  ['shadowsocks', { cipher }],
  ['vless', { engine: 'xray' }],
  ['trojan', { engine: 'xray' }],
  ['shadowsocks', { cipher: '2022-blake3-aes-128-gcm', serverKey: randomBytes(16).toString('base64') }],
]

engineTest.each(protocols)(
  '%s %j: on a lifeline, portal and cashier answer and nothing else does; a renewal opens everything at once',
  async (protocol, settings) => {
    const { portal, user, socksPort, get, portalPort, payPort, otherPort } = await open(protocol, settings)
    expect(await get(INSIDE, otherPort)).toBe(1_000)
    const before = openStream(socksPort, otherPort, '/slow')
    await before.flowing
    const endedAt = Date.now()
    portal.set({ ...user, ...never() })
    await before.ended
    expect(Date.now() - endedAt).toBeLessThan(CUT_MS)
    await applied(portal)

    expect(await get('portal.test', portalPort)).toBe(1_000)
    expect(await get('pay.test', payPort)).toBe(1_000)
    const closed: [string, number][] = [
      [INSIDE, otherPort],
      ['inside.test', otherPort],
      ['other.test', portalPort],
      ['portal.test', payPort],
      ['127.0.0.2', portalPort],
      ['::1', payPort],
      ['localhost', otherPort],
    ]
    expect(await Promise.all(closed.map(([host, port]) => get(host, port)))).toEqual(closed.map(() => 0))
    await portal.until(() => portal.bytesOf(-1).down >= 2_000)
    const charged = portal.bytesOf(1).down

    const onLifeline = openStream(socksPort, portalPort, '/slow', { host: 'portal.test' })
    await onLifeline.flowing
    portal.set(user)
    await onLifeline.ended
    await applied(portal)
    expect(await get(INSIDE, otherPort)).toBe(1_000)
    await portal.until(() => portal.bytesOf(1).down >= charged + 1_000)
  },
  60_000,
)

engineTest('a name that changes its answer leads nowhere else', async () => {
  const { portal, user, get, portalPort } = await open('vless')
  portal.set({ ...user, ...never() })
  await applied(portal)
  expect(await get('portal.test', portalPort)).toBe(1_000)
  const inside = await startTarget(INSIDE)
  ends.push(inside.stop)
  portal.places = [`portal.test:${inside.port}`]
  portal.set({ ...user, ...never() })
  await applied(portal)
  answers['portal.test'] = [INSIDE]
  expect(await get('portal.test', inside.port)).toBe(0)
})

engineTest(
  'its bytes, its time and a block each end it',
  async () => {
    const { portal, user, socksPort, portalPort } = await open('vless')
    const flow = async () => {
      await applied(portal)
      const stream = openStream(socksPort, portalPort, '/slow', { host: 'portal.test' })
      await stream.flowing
      expect(stream.received()).toBeGreaterThan(0)
      return stream
    }
    portal.set({ ...user, ...never(), bytesLeft: 200_000 })
    const spent = await flow()
    await spent.ended
    expect(spent.received()).toBeGreaterThan(150_000)
    expect(spent.received()).toBeLessThan(1_000_000)
    expect(await download(socksPort, portalPort, 1_000, 'portal.test')).toBe(0)

    portal.set({ ...user, ...never(), bytesLeft: 50_000_000, notAfter: later(2_000) })
    const over = await flow()
    const overAt = Date.now() + 2_000
    await over.ended
    expect(Date.now() - overAt).toBeLessThan(CUT_MS)

    portal.set({ ...user, ...never() })
    const blocked = await flow()
    const blockedAt = Date.now()
    portal.off(1)
    await blocked.ended
    expect(Date.now() - blockedAt).toBeLessThan(CUT_MS)
  },
  60_000,
)

engineTest.each([protocols[0]!, protocols[3]!])(
  '%s %j: a lifeline carries no datagrams',
  async (protocol, settings) => {
    const { portal, user, socksPort, get, portalPort } = await open(protocol, settings)
    const echo = await startEcho(INSIDE)
    ends.push(echo.stop)
    const datagrams = await openDatagrams(socksPort)
    ends.push(datagrams.close)
    const heard = datagrams.until('before')
    datagrams.send(INSIDE, echo.port, 'before')
    await heard
    portal.set({ ...user, ...never() })
    await applied(portal)
    const more = await openDatagrams(socksPort)
    ends.push(more.close)
    more.send(INSIDE, echo.port, 'after')
    expect(await get('portal.test', portalPort)).toBe(1_000)
    expect(echo.heard).toEqual(['before'])
  },
)

engineTest('another agent takes over an engine with its lifelines', async () => {
  const setup = setupOf('vless', await freePort())
  const options = { dir, sockets: kernelSockets('ss'), ...onLoopback, tls: null, engines }
  const user = { number: -1, generation: 1, credential: randomUUID(), port: null, mode: 'standard' } as const
  const [first, second] = [new V2rayDriver(options), new V2rayDriver(options)]
  ends.push(() => first.stop())
  const { boot } = await first.start(setup, [user])
  expect(await second.attach(setup, [user])).toBe(boot)
  ends.push(() => second.stop())
  expect(await second.verify()).toEqual([])
  await second.remove([user])
  expect(await second.add([user])).toEqual([])
})
