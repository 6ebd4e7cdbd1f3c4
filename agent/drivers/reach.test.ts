import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { freePort } from '../../test/free-port.ts'
import { programs as engines } from '../settings.ts'
import { kernelSockets } from '../sockets.ts'
import { engineTest, setupOf, startClient } from '../test/engines.ts'
import { openDatagrams, startEcho } from '../test/socks.ts'
import { download, startTarget } from '../test/target.ts'
import { tempDir } from '../test/temp-dir.ts'
import { ShadowsocksLibevDriver } from './shadowsocks-libev.ts'
import { controlSocket } from './v2ray-config.ts'
import { v2rayEgress } from './v2ray-egress.ts'
import { V2rayDriver } from './v2ray.ts'

const ALLOWED = '127.0.0.2'
/** Names and addresses of this machine; a target listens on all of them. */
const inside = ['127.0.0.1', 'localhost', hostname(), '127.0.0.3', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1']
const everyLoopback = ['127.0.0.0/8', '::1/128']
const cipher = 'chacha20-ietf-poly1305'
const cases: [string, object][] = [
  ['vless', {}],
  ['shadowsocks', { cipher }],
  ['shadowsocks', { cipher, engine: 'shadowsocks-libev' }],
]
let dir = ''
let ends: (() => unknown)[] = []

beforeEach(() => {
  dir = tempDir()
  ends = []
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  rmSync(dir, { recursive: true })
})

/** Starts an engine with one user, and that user's client in front of it. */
async function open(protocol: string, settings: object, reach: string[]) {
  const setup = setupOf(protocol, await freePort(), { ...settings })
  const options = { dir, sockets: kernelSockets('ss'), listen: '127.0.0.1', reach, tls: null, engines }
  const driver = 'engine' in settings ? new ShadowsocksLibevDriver(options) : new V2rayDriver(options)
  ends.push(() => driver.stop())
  const credential = randomUUID()
  const port = protocol === 'shadowsocks' ? setup.port : null
  const { boot } = await driver.start(setup, [{ number: 1, generation: 1, credential, port, mode: 'standard' }])
  const client = await startClient({ setup, credential, port })
  ends.push(client.stop)
  return { setup, pid: Number(boot.split('.')[1]), socksPort: client.socksPort }
}

async function target(host: string): Promise<number> {
  const { port, stop } = await startTarget(host)
  ends.push(stop)
  return port
}

async function echo(host: string) {
  const answering = await startEcho(host)
  ends.push(answering.stop)
  return answering
}

engineTest.each(cases)('%s %j: a user reaches the Internet, but not this machine', async (protocol, settings) => {
  const [allowed, closed] = [await target(ALLOWED), await target('::')]
  const { socksPort } = await open(protocol, settings, [`${ALLOWED}/32`])
  const came = await Promise.all(inside.map((host) => download(socksPort, closed, 1_000, host)))
  expect(came).toEqual(inside.map(() => 0))
  expect(await download(socksPort, allowed, 1_000, ALLOWED)).toBe(1_000)
})

engineTest.each(cases)('%s %j: a user reaches what agent.json allows, also by name', async (protocol, settings) => {
  const port = await target('::')
  const { socksPort } = await open(protocol, settings, everyLoopback)
  for (const host of ['127.0.0.1', '127.0.0.3', 'localhost', '::1'])
    expect(await download(socksPort, port, 1_000, host), host).toBe(1_000)
})

engineTest.each(cases.slice(0, 2))('%s %j: the same holds for datagrams', async (protocol, settings) => {
  const [allowed, closed] = [await echo(ALLOWED), await echo('127.0.0.1')]
  const { socksPort } = await open(protocol, settings, [`${ALLOWED}/32`])
  const datagrams = await openDatagrams(socksPort)
  ends.push(datagrams.close)
  for (const round of ['first', 'second']) {
    for (const host of ['127.0.0.1', 'localhost', '0.0.0.0']) datagrams.send(host, closed.port, `${round} to ${host}`)
    const answer = datagrams.until(round)
    datagrams.send(ALLOWED, allowed.port, round)
    await answer
  }
  expect(closed.heard).toEqual([])
})

engineTest('a datagram to an allowed name arrives', async () => {
  const { port } = await echo('127.0.0.1')
  const { socksPort } = await open('vless', {}, everyLoopback)
  const datagrams = await openDatagrams(socksPort)
  ends.push(datagrams.close)
  const answer = datagrams.until('hello')
  datagrams.send('localhost', port, 'hello')
  await answer
})

test('dials only addresses that were checked', () => {
  const { outbounds, rules } = v2rayEgress(dir, [])
  const isDialling = (outbound: object) => 'protocol' in outbound && outbound.protocol === 'freedom'
  const dialling = outbounds.filter((outbound) => isDialling(outbound) && !('proxySettings' in outbound))
  expect(dialling.map(({ tag }) => tag)).toEqual(['out'])
  // Names take the first outbound, which looks them up and passes them on.
  expect(outbounds[0]).toMatchObject({ proxySettings: { tag: outbounds[1]?.tag } })
  expect(rules.map(({ outboundTag }) => outboundTag)).toEqual([
    'nowhere',
    'out',
    expect.stringMatching(/^look-up/),
    'nowhere',
  ])
  for (const rule of rules.slice(0, 2)) expect(Object.keys(rule)).toEqual(['type', 'outboundTag', 'ip'])
})

engineTest('v2ray takes commands on no port, so users reach nothing even if loopback is allowed', async () => {
  const { pid, setup } = await open('vless', {}, everyLoopback)
  const lines = execFileSync(engines.ss, ['-Hltunp'], { encoding: 'utf8' }).split('\n')
  const ports = lines.flatMap((line) => (line.includes(`pid=${pid},`) ? Number(/:(\d+)\s/.exec(line)?.[1]) : []))
  expect(ports).toEqual([setup.port])
  expect(statSync(controlSocket(path.join(dir, 'engine'))).mode & 0o077).toBe(0)
})

engineTest('shadowsocks-libev relays no datagrams, so none reaches its manager', async () => {
  const { setup } = await open(...cases[2]!, everyLoopback)
  const socket = createSocket('udp4')
  ends.push(() => socket.close())
  // This bind fails if another process has the port.
  socket.bind(setup.port, '127.0.0.1')
  await once(socket, 'listening')
  expect(socket.address().port).toBe(setup.port)
})
