import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect } from 'vitest'

import { freePort } from '../test/free-port.ts'
import { makeCertificate } from './test/engine-tools.ts'
import { engineTest, setupOf, startClient } from './test/engines.ts'
import { identity, startStandInPortal, userOf } from './test/stand-in-portal.ts'
import { endEngines, startAgent } from './test/start-agent.ts'
import { download, openStream, startTarget } from './test/target.ts'
import { tempDir } from './test/temp-dir.ts'

const REQUESTS = 200
const BYTES = 100
const SHUT = /shut out","count":1/
const protocols: [string, Record<string, unknown>][] = [
  ['vless', {}],
  ['vmess', {}],
  ['trojan', {}],
  ['shadowsocks', { cipher: 'chacha20-ietf-poly1305' }],
]
let ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** An agent whose regular report comes only once a minute: earlier reports prove that it noticed a change. */
async function openNode(protocol: string, settings: Record<string, unknown>, stateMs = 60_000) {
  const dir = tempDir()
  ends.push(() => rmSync(dir, { recursive: true }))
  const setup = setupOf(protocol, await freePort(), settings)
  const user = userOf(1, randomUUID(), { deviceLimit: 1, port: protocol === 'shadowsocks' ? setup.port : null })
  const portal = await startStandInPortal(setup)
  ends.push(
    () => portal.stop(),
    () => endEngines(dir),
  )
  portal.set(user)
  const agent = await startAgent({
    dir: path.join(dir, 'agent'),
    settings: { ...identity, server: portal.url, tls: makeCertificate(dir), intervals: { stateMs } },
  })
  ends.push(() => agent.stop())
  await portal.until(() => portal.states.at(-1)?.appliedRevision === portal.revision)
  const clientFrom = async (from: string) => {
    const client = await startClient({ setup, credential: user.credential ?? '', port: user.port, from })
    ends.push(client.stop)
    return client.socksPort
  }
  const isSeen = (address: string) =>
    portal.states.some(({ addresses }) => addresses.some(({ addresses: seen }) => seen.includes(address)))
  return { agent, portal, clientFrom, isSeen }
}

async function checkKeptOut(protocol: string, settings: Record<string, unknown>, targetPort: number): Promise<void> {
  const { agent, portal, clientFrom, isSeen } = await openNode(protocol, settings)
  const ask = (socksPort: number) => download(socksPort, targetPort, BYTES)
  const [first, second] = [await clientFrom('127.0.0.2'), await clientFrom('127.0.0.3')]
  expect(await ask(first)).toBe(BYTES)
  await portal.until(() => isSeen('127.0.0.2'))

  const startedAt = performance.now()
  const early: number[] = []
  while (!SHUT.test(agent.output())) {
    if ((await ask(second)) === BYTES) early.push(Math.round(performance.now() - startedAt))
  }
  console.log(`${protocol}: the second address was served ${early.length} times in ${early.at(-1)} ms, then shut out`)
  expect(early.at(-1)).toBeLessThan(3_000)

  const late = Promise.all(Array.from({ length: REQUESTS }, () => ask(second)))
  const served: number[] = []
  while (served.length < REQUESTS) {
    served.push(...(await Promise.all([ask(first), ask(first), ask(first), ask(first), ask(first)])))
  }
  expect((await late).filter((bytes) => bytes > 0)).toEqual([])
  expect(served.filter((bytes) => bytes < BYTES)).toEqual([])
}

engineTest(
  'lets none of 200 short requests from a second address through, but all from the first',
  async () => {
    const target = await startTarget()
    ends.push(target.stop)
    await Promise.all(protocols.map(([protocol, settings]) => checkKeptOut(protocol, settings, target.port)))
  },
  120_000,
)

engineTest('shadowsocks-libev: also keeps out an address that is seen only by its open connection', async () => {
  const target = await startTarget()
  ends.push(target.stop)
  const settings = { cipher: 'aes-256-gcm', engine: 'shadowsocks-libev' }
  const { agent, portal, clientFrom, isSeen } = await openNode('shadowsocks', settings, 300)
  const [first, second] = [await clientFrom('127.0.0.2'), await clientFrom('127.0.0.3')]
  const stays = openStream(first, target.port, '/slow')
  await portal.until(() => isSeen('127.0.0.2'))
  await openStream(second, target.port, '/slow').ended
  await expect.poll(agent.output).toMatch(SHUT)
  const ask = (socksPort: number) => download(socksPort, target.port, BYTES)
  expect(await Promise.all(Array.from({ length: 20 }, () => ask(second)))).toEqual(Array.from({ length: 20 }, () => 0))
  expect(await ask(first)).toBe(BYTES)
  await expect.poll(stays.received).toBeGreaterThan(stays.received())
})
