import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { connect } from 'node:tls'
import { afterEach, expect } from 'vitest'

import { freePort } from '../test/free-port.ts'
import { controlSocket } from './drivers/v2ray-config.ts'
import { openXrayApi } from './drivers/xray-api.ts'
import { programs } from './settings.ts'
import { makeCertificate } from './test/engine-tools.ts'
import { engineTest, setupOf, startClient } from './test/engines.ts'
import { identity, startStandInPortal, userOf } from './test/stand-in-portal.ts'
import { endEngines, startAgent } from './test/start-agent.ts'
import { download, openStream, startTarget } from './test/target.ts'
import { tempDir } from './test/temp-dir.ts'
import { makeHysteria, makeXray, startXrayClient } from './test/xray-engine.ts'

let ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** An agent with stand-ins for newer engines. */
async function openNode(
  protocol: string,
  settings: Record<string, unknown>,
  more: { hasFiles: boolean } = { hasFiles: true },
) {
  const dir = tempDir()
  const agentDir = path.join(dir, 'agent')
  const setup = setupOf(protocol, await freePort(), settings)
  const portal = await startStandInPortal(setup)
  const target = await startTarget()
  const engines = { ...programs, xray: makeXray(dir), hysteria: makeHysteria(dir) }
  ends.push(
    () => rmSync(dir, { recursive: true }),
    () => portal.stop(),
    target.stop,
    () => endEngines(agentDir),
  )
  const whole = { ...identity, server: portal.url, engines, ...(more.hasFiles ? { tls: makeCertificate(dir) } : {}) }
  const begin = async (isFirst = true) => {
    const agent = await startAgent({ dir: agentDir, ...(isFirst ? { settings: whole } : {}) })
    ends.push(() => agent.kill())
    return agent
  }
  const clientOf = async (credential: string, from?: string) => {
    const start = settings['engine'] === 'v2ray' ? startClient : startXrayClient
    const client = await start({ setup, credential, ...(from ? { from } : {}) })
    ends.push(client.stop)
    return client.socksPort
  }
  const applied = () => portal.until(() => (portal.states.at(-1)?.appliedRevision ?? 0) >= portal.revision)
  return { agentDir, portal, target, begin, clientOf, applied }
}

const total = ({ up, down }: { up: number; down: number }) => up + down

engineTest('Xray: a quota ends a Vision stream whose bytes the engine has not counted, and books them', async () => {
  const { portal, target, begin, clientOf, applied } = await openNode('vless', {
    security: 'tls',
    flow: 'xtls-rprx-vision',
  })
  const bytesLeft = 200_000
  const user = userOf(1, randomUUID(), { bytesLeft })
  portal.set(user)
  await begin()
  await applied()
  const stream = openStream(await clientOf(user.credential!), target.port, '/slow')
  await stream.ended
  // The target sends about 100 kB a second, and the agent looks every 100 ms.
  expect(stream.received()).toBeGreaterThan(bytesLeft * 0.9)
  expect(stream.received()).toBeLessThan(bytesLeft * 3)
  await portal.until(() => total(portal.bytesOf(1)) >= bytesLeft * 0.9)
})

engineTest('Xray: the next agent takes the engine over, counts on, and keeps a second device out', async () => {
  const { agentDir, portal, target, begin, clientOf, applied } = await openNode('vless', { engine: 'xray' })
  const user = userOf(1, randomUUID(), { deviceLimit: 1 })
  const other = userOf(2, randomUUID())
  portal.set(user, other)
  const first = await begin()
  await applied()
  const boot = portal.states.at(-1)?.boot
  const home = await clientOf(user.credential!, '127.0.0.2')
  expect(await download(home, target.port, 5_000)).toBe(5_000)
  await portal.until(() => portal.states.some(({ addresses }) => addresses.length > 0))
  await first.kill()
  const agent = await begin(false)
  const cafe = await clientOf(user.credential!, '127.0.0.3')
  while (!/shut out","count":1/.test(agent.output())) await download(cafe, target.port, 100)
  const neighbour = await clientOf(other.credential!, '127.0.0.3')
  const ask = () => Promise.all([cafe, home, neighbour].map((socksPort) => download(socksPort, target.port, 1_000)))
  expect(await ask()).toEqual([0, 1_000, 1_000])
  expect(portal.states.at(-1)?.boot).toBe(boot)
  const api = openXrayApi(controlSocket(path.join(agentDir, 'engine')))
  const own = (await api.stats()).filter(({ name }) => name.startsWith('user>>>u1.'))
  api.close()
  await agent.stop()
  // Nothing is lost or counted twice, whichever agent read it.
  expect(total(portal.bytesOf(1))).toBe(own.reduce((sum, { value }) => sum + Number(value), 0))
})

engineTest.each(['v2ray', 'xray'])('%s: tells how often its rules refused, never whom or where to', async (engine) => {
  const blocked = await startTarget()
  ends.push(blocked.stop)
  const { portal, target, begin, clientOf, applied } = await openNode('vless', {
    engine,
    blockPorts: `${blocked.port}`,
  })
  const user = userOf(77, randomUUID())
  portal.set(user)
  const first = await begin()
  await applied()
  const socksPort = await clientOf(user.credential!)
  const told = () => portal.states.at(-1)?.blocked
  expect(told()).toEqual({ run: expect.any(String), count: 0 })
  const { run } = told()!
  for (let tries = 0; tries < 3; tries += 1) expect(await download(socksPort, blocked.port, 100)).toBe(0)
  expect(await download(socksPort, target.port, 100)).toBe(100)
  await portal.until(() => told()?.count === 3)
  // An engine that goes on with the next agent begins a new count.
  await first.kill()
  const agent = await begin(false)
  await portal.until(() => told()?.run !== run)
  expect(await download(socksPort, blocked.port, 100)).toBe(0)
  await portal.until(() => told()?.count === 1)
  await agent.stop()
  const texts = [JSON.stringify(portal.states.map((state) => state.blocked)), first.output(), agent.output()]
  for (const text of texts) expect(text).not.toMatch(new RegExp(`u77\\.|"number":77\\b|:${blocked.port}\\b`))
})

engineTest.each([
  ['v2ray', 'trojan'],
  ['xray', 'vless'],
  ['hysteria', 'hysteria2'],
])('%s shows a certificate that the agent made itself, and the portal learns its hash', async (engine, protocol) => {
  const settings = { engine, certMode: 'self', ...(protocol === 'vless' ? { security: 'tls' } : {}) }
  const { agentDir, portal, target, begin, clientOf, applied } = await openNode(protocol, settings, { hasFiles: false })
  portal.setup = { ...portal.setup, serverName: 'hk1.example' }
  const user = userOf(1, randomUUID())
  portal.set(user)
  const agent = await begin()
  await applied()
  await portal.until(() => portal.states.at(-1)?.certSha256 !== undefined)
  const { certSha256, boot } = portal.states.at(-1)!
  expect(await download(await clientOf(user.credential!), target.port, 1_000)).toBe(1_000)
  const config = readFileSync(path.join(agentDir, 'engine', `${engine}.json`), 'utf8')
  expect(config).toContain(path.join(agentDir, 'certificate.pem'))
  // The stand-ins speak no TLS.
  if (engine === 'v2ray') {
    const socket = connect({ port: portal.setup.port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { raw, subject } = socket.getPeerCertificate()
    socket.destroy()
    expect([createHash('sha256').update(raw).digest('hex'), subject.CN]).toEqual([certSha256, 'hk1.example'])
  }
  // The portal fills it in, which is no reason to restart the engine; neither is another agent.
  portal.setup = { ...portal.setup, settings: { ...settings, certSha256, allowInsecure: true }, settingsRevision: 9 }
  portal.set(user)
  await applied()
  await agent.kill()
  const reports = portal.states.length
  await begin(false)
  await portal.until(() => portal.states.length > reports + 1)
  expect(portal.states.at(-1)).toMatchObject({ certSha256, boot })
})

engineTest('hysteria: the next agent takes it over with its users and counts on; a pause ends a stream', async () => {
  const { portal, target, begin, clientOf, applied } = await openNode('hysteria2', {})
  const user = userOf(1, randomUUID())
  portal.set(user)
  const first = await begin()
  await applied()
  const boot = portal.states.at(-1)?.boot
  const socksPort = await clientOf(user.credential!)
  expect(await download(socksPort, target.port, 5_000)).toBe(5_000)
  await first.kill()
  // It asks the agent about every newcomer.
  expect(await download(socksPort, target.port, 1_000)).toBe(0)
  const reports = portal.states.length
  await begin(false)
  await portal.until(() => portal.states.length > reports)
  const stream = openStream(socksPort, target.port, '/slow')
  await stream.flowing
  await portal.until(() => total(portal.bytesOf(1)) > 6_000)
  expect(portal.states.at(-1)?.boot).toBe(boot)
  portal.off(1)
  await stream.ended
  expect(await download(socksPort, target.port, 1_000)).toBe(0)
})
