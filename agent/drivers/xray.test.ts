import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { NodeSetup } from '../../contract/node-api.ts'
import { engineOf } from '../../contract/node-engines.ts'
import { freePort } from '../../test/free-port.ts'
import { programs } from '../settings.ts'
import { kernelSockets, type Sockets } from '../sockets.ts'
import { makeCertificate, onLoopback } from '../test/engine-tools.ts'
import { engineTest, setupOf } from '../test/engines.ts'
import { download, openStream, startTarget } from '../test/target.ts'
import { tempDir } from '../test/temp-dir.ts'
import { startRealXrayClient } from '../test/xray-client.ts'
import { isRealXray, makeXray, startXrayClient } from '../test/xray-engine.ts'
import { Doubt, type EngineUser } from './driver.ts'
import { controlSocket, emailOf, MAIN_TAG } from './v2ray-config.ts'
import { openXrayApi } from './xray-api.ts'
import { xrayConfig } from './xray-config.ts'
import { addUser, removeUser } from './xray-users.ts'
import { XrayDriver } from './xray.ts'

console.log(isRealXray ? 'Xray: the real program' : 'Xray: a stand-in, since xray is not in PATH')
const standInTest = isRealXray ? test.skip : engineTest
const kernel = kernelSockets('ss')
const VISION = { security: 'tls', flow: 'xtls-rprx-vision' }
const cipher = 'aes-256-gcm'
let dir = ''
let target: Awaited<ReturnType<typeof startTarget>>
let tls: ReturnType<typeof makeCertificate>
let ends: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  dir = tempDir()
  tls = makeCertificate(dir)
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

const openDoor = () => Promise.reject(new Error('nobody is on a lifeline'))

function openDriver({ sockets = kernel, xray = isRealXray ? 'xray' : makeXray(dir), ...more } = {}) {
  const engines = { ...programs, xray }
  const driver = new XrayDriver({ dir, sockets, openDoor, ...onLoopback, tls, engines, ...more })
  ends.push(() => driver.stop())
  return driver
}

async function clientOf(setup: NodeSetup, { credential }: EngineUser, more: { from?: string; session?: string } = {}) {
  const client = isRealXray
    ? await startRealXrayClient({ setup, credential, tls, ...more })
    : await startXrayClient({ setup, credential, ...more })
  ends.push(client.stop)
  return client
}

/** A driver with these users, and the engine's control socket beside it. */
async function begin(setup: NodeSetup, users: EngineUser[], options: Parameters<typeof openDriver>[0] = {}) {
  const driver = openDriver(options)
  expect(await driver.start(setup, users)).toMatchObject({ failed: [] })
  const api = openXrayApi(controlSocket(path.join(dir, 'engine')))
  ends.push(async () => api.close())
  return { driver, api }
}

/** The pair of Alice in RFC 7748. */
const ENCRYPTED = { encryption: 'mlkem768x25519plus.native.0rtt.hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo' }
const ITS_HALF = { decryption: 'mlkem768x25519plus.native.600s.dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo' }
type Carried = [protocol: string, settings: object, secrets?: Record<string, string>]

/** To the stand-in all transports are one. */
const transports: Carried[] = [
  ['vless', ENCRYPTED, ITS_HALF],
  ['vless', { ...ENCRYPTED, flow: 'xtls-rprx-vision' }, ITS_HALF],
  ['vless', {}],
  ['vless', { network: 'ws', path: '/way' }],
  ['vless', { network: 'grpc', serviceName: 'way' }],
  ['vless', { network: 'xhttp', path: '/way', security: 'tls' }],
]
const protocols: Carried[] = [
  ...(isRealXray ? transports : []),
  ['vless', VISION],
  ['vmess', {}],
  ['trojan', {}],
  ['shadowsocks', { cipher }],
  ['shadowsocks', { cipher: '2022-blake3-aes-256-gcm', serverKey: Buffer.alloc(32, 7).toString('base64') }],
  ['hysteria2', { obfsPassword: 'hidden' }],
]
engineTest.each(protocols)('counts the carried bytes: %s %j', async (protocol, settings, secrets = {}) => {
  const setup = { ...setupOf(protocol, await freePort(), { ...settings }), secrets }
  const [first, second] = [userOf(7), userOf(8, { mode: 'game' })]
  // One user comes from the configuration, one is added later.
  const { driver } = await begin(setup, [first])
  expect(await driver.add([second])).toEqual([])
  expect(await driver.verify()).toEqual([])
  for (const user of [first, second]) {
    const client = await clientOf(setup, user)
    expect(await download(client.socksPort, target.port, 200_000)).toBe(200_000)
  }
  const downs = async () => [...(await driver.read()).counters.values()].map(({ number, down }) => [number, down])
  await expect.poll(downs).toEqual([7, 8].map((number) => [number, expect.any(Number)]))
  for (const [, down] of await downs()) {
    expect(down).toBeGreaterThanOrEqual(200_000)
    expect(down).toBeLessThanOrEqual(204_000)
  }
})

describe('a removed user', () => {
  async function remove(protocol: string, settings: object, sockets?: Sockets) {
    const setup = setupOf(protocol, await freePort(), { ...settings })
    const [gone, stays] = [userOf(1), userOf(2)]
    const { driver } = await begin(setup, [gone, stays], sockets ? { sockets } : {})
    const [hers, his] = [await clientOf(setup, gone, { session: 'hers' }), await clientOf(setup, stays)]
    const stream = openStream(hers.socksPort, target.port, '/slow')
    const other = openStream(his.socksPort, target.port, '/slow')
    await Promise.all([stream.flowing, other.flowing])
    await driver.read()
    return { driver, gone, stays, stream, other, hers, setup }
  }

  engineTest.each([
    ['vless', {}],
    ['vmess', {}],
    ['trojan', {}],
    ['shadowsocks', { cipher }],
  ])('loses live streams and gets no new one, and nobody else does: %s', async (protocol, settings) => {
    const { driver, gone, stream, other, hers } = await remove(protocol, settings)
    await driver.remove([gone])
    await stream.ended
    expect(await download(hers.socksPort, target.port, 1_000)).toBe(0)
    await expect.poll(other.received).toBeGreaterThan(other.received())
    expect(await driver.verify()).toEqual([])
  })

  engineTest('of hysteria2 opens no new stream on the old connection, and is let in again', async () => {
    const { driver, gone, stream, hers, setup } = await remove('hysteria2', {})
    await driver.remove([gone])
    expect(await download(hers.socksPort, target.port, 1_000)).toBe(0)
    const before = await driver.read()
    const received = stream.received()
    await expect.poll(stream.received).toBeGreaterThan(received)
    // The old stream goes on and is counted: by that the agent notices it and restarts the engine.
    const bytes = ({ counters }: typeof before) => counters.get('u1.g1')?.down ?? 0
    expect(bytes(await driver.read())).toBeGreaterThan(bytes(before))
    expect(driver.streamsEndEveryMs).toBe(600_000)
    expect(await driver.add([gone])).toEqual([])
    expect(await download((await clientOf(setup, gone)).socksPort, target.port, 1_000)).toBe(1_000)
  })

  engineTest('whose connections cannot be cut puts the engine in doubt', async () => {
    const { driver, gone } = await remove('vless', {}, { ...kernel, destroy: async () => {} })
    await expect(driver.remove([gone])).rejects.toBeInstanceOf(Doubt)
  })
})

describe('compares the users in the engine with its own list', () => {
  engineTest('and names one who is missing', async () => {
    const setup = setupOf('trojan', await freePort())
    const { driver, api } = await begin(setup, [userOf(1), userOf(2)])
    await removeUser(api, emailOf(1, userOf(2)))
    expect(await driver.verify()).toEqual([2])
  })

  engineTest('and does not trust an engine with a stranger in it', async () => {
    const setup = setupOf('vless', await freePort())
    const { driver, api } = await begin(setup, [userOf(1)])
    expect(await driver.verify()).toEqual([])
    await addUser(api, setup, { ...userOf(9), email: emailOf(1, userOf(9)) })
    await expect(driver.verify()).rejects.toThrow('whom nobody let in')
  })

  engineTest('and notices a shadowsocks user who is in it twice', async () => {
    const setup = setupOf('shadowsocks', await freePort(), { cipher })
    const user = userOf(1)
    const { driver, api } = await begin(setup, [user])
    await addUser(api, setup, { ...user, email: emailOf(1, user) })
    expect(await api.userCount(MAIN_TAG)).toBe(3)
    await expect(driver.verify()).rejects.toThrow('twice')
  })

  engineTest('a user who is already there gets the new credential', async () => {
    const setup = setupOf('vless', await freePort())
    const [before, after] = [userOf(1), userOf(1)]
    const { driver } = await begin(setup, [before])
    expect(await driver.add([after])).toEqual([])
    expect(await download((await clientOf(setup, after)).socksPort, target.port, 1_000)).toBe(1_000)
    expect(await download((await clientOf(setup, before)).socksPort, target.port, 1_000)).toBe(0)
  })
})

engineTest('keeps one user out from one address, and nobody else; the next agent names them again', async () => {
  const setup = setupOf('vless', await freePort())
  const [limited, other] = [userOf(1), userOf(2)]
  const { driver, api } = await begin(setup, [limited, other])
  const from = async (user: EngineUser, address: string) => (await clientOf(setup, user, { from: address })).socksPort
  const [shut, home, neighbour] = [
    await from(limited, '127.0.0.3'),
    await from(limited, '127.0.0.2'),
    await from(other, '127.0.0.3'),
  ]
  const ask = () => Promise.all([shut, home, neighbour].map((socksPort) => download(socksPort, target.port, 1_000)))
  expect(await ask()).toEqual([1_000, 1_000, 1_000])
  const { addresses } = await driver.presence()
  expect(addresses.get(1)).toEqual(new Set(['127.0.0.2', '127.0.0.3']))
  const pair = { number: 1, address: '127.0.0.3' }
  expect([await driver.shut([pair]), await driver.shut([pair])]).toEqual([true, false])
  expect(await ask()).toEqual([0, 1_000, 1_000])
  const next = openDriver()
  expect(await next.attach(setup, [limited, other])).not.toBeNull()
  expect(await api.ruleTags()).toEqual([])
  expect(await next.shut([pair])).toBe(true)
  expect(await ask()).toEqual([0, 1_000, 1_000])
  expect(await next.shut([])).toBe(true)
  expect(await ask()).toEqual([1_000, 1_000, 1_000])
})

standInTest('Vision: the kernel’s count stands in for bytes that the engine counts when a stream ends', async () => {
  const setup = setupOf('vless', await freePort(), VISION)
  const user = userOf(1)
  const { driver } = await begin(setup, [user])
  const client = await clientOf(setup, user)
  await driver.read()
  const stream = openStream(client.socksPort, target.port, '/slow')
  await expect.poll(stream.received).toBeGreaterThan(100_000)
  const open = await driver.read()
  expect(open.counters.get('u1.g1')?.down ?? 0).toBe(0)
  expect(driver.late(1)).toBeGreaterThan(100_000)
  stream.close()
  await expect.poll(async () => (await driver.read()).counters.get('u1.g1')?.down).toBeGreaterThan(100_000)
  expect(driver.late(1)).toBe(0)
})

engineTest('a user reaches what agent.json allows, and not this machine, by address or by name', async () => {
  const setup = setupOf('vless', await freePort())
  const user = userOf(1)
  const open = await startTarget('127.0.0.2')
  ends.push(open.stop)
  await begin(setup, [user], { reach: ['127.0.0.2/32'] } as object)
  const { socksPort } = await clientOf(setup, user)
  expect(await download(socksPort, open.port, 1_000, '127.0.0.2')).toBe(1_000)
  expect(await download(socksPort, target.port, 1_000, '127.0.0.1')).toBe(0)
  expect(await download(socksPort, target.port, 1_000, 'localhost')).toBe(0)
})

describe('reports a setup that it cannot run', () => {
  engineTest.each([
    ['an older Xray', '26.4.30', 'Xray 26.5.3 or newer'],
    ['an Xray of another kind', 'unknown', 'Xray 26.5.3 or newer'],
  ])('%s, since it would ignore the fence', async (_name, version, words) => {
    const driver = openDriver({ xray: makeXray(dir, version) })
    await expect(driver.start(setupOf('vless', await freePort()), [])).rejects.toThrow(words)
  })

  engineTest('no Xray, no certificate, no key, a port in use', async () => {
    const port = await freePort()
    await expect(openDriver({ xray: '/nowhere/xray' }).start(setupOf('vless', port), [])).rejects.toThrow(
      'install Xray',
    )
    const bare = openDriver({ tls: null } as object)
    await expect(bare.start(setupOf('trojan', port), [])).rejects.toThrow('certificate')
    const reality = setupOf('vless', port, { security: 'reality', sni: 'www.example' })
    await expect(openDriver().start(reality, [])).rejects.toThrow('private key')
    await expect(openDriver().start(setupOf('vless', target.port), [])).rejects.toThrow(
      /ended (?:while starting|at once)/,
    )
  })
})

/** Without the forwarder's door. */
const noLifeline = ['tcp', 'udp'].map((network) => ({ user: ['regexp:^u-'], network, outboundTag: 'nowhere' }))

test('REALITY lets clients in that are not Xray, and nobody without a credential', () => {
  const names = { sni: 'www.example', serverNames: 'a.example,b.example', shortId: '01e2', shortIds: 'ab' }
  const settings = { security: 'reality', ...names, flow: 'xtls-rprx-vision' }
  const setup = { ...setupOf('vless', 443, settings), secrets: { realityPrivateKey: 'k'.repeat(43) } }
  const files = { folder: '/x', accessLog: '/x/a', errorLog: '/x/e' }
  const config = xrayConfig({ door: null, setup, users: [], ...files, listen: '::', tls: null, reach: [] })
  expect(config).toMatchObject({
    api: { listen: '/x/control.sock' },
    inbounds: [
      {
        settings: { clients: [{ email: 'nobody', flow: 'xtls-rprx-vision' }] },
        streamSettings: {
          realitySettings: {
            target: 'www.example:443',
            serverNames: ['www.example', 'a.example', 'b.example'],
            shortIds: ['01e2', 'ab'],
            minClientVer: '1.8.0',
          },
        },
      },
    ],
    outbounds: [{ settings: { finalRules: [{ action: 'block' }, { action: 'allow' }] } }, {}, {}, {}],
    routing: { rules: noLifeline },
  })
})

test('REALITY hides behind the target of its settings, on the node’s own machine too', () => {
  const settings = { security: 'reality', sni: 'www.example', target: '127.0.0.1:8443' }
  const setup = { ...setupOf('vless', 443, settings), secrets: { realityPrivateKey: 'k'.repeat(43) } }
  const files = { folder: '/x', accessLog: '/x/a', errorLog: '/x/e' }
  const config = xrayConfig({ door: null, setup, users: [], ...files, listen: '::', tls: null, reach: [] })
  const realitySettings = { target: '127.0.0.1:8443', serverNames: ['www.example'] }
  expect(config).toMatchObject({ inbounds: [{ streamSettings: { realitySettings } }] })
})

test('the node’s half of an encryption comes from its secrets, never "none" in its place', () => {
  const settings = { encryption: 'mlkem768x25519plus.native.0rtt.' + 'p'.repeat(43) }
  const decryption = 'mlkem768x25519plus.native.600s.' + 's'.repeat(43)
  const files = { folder: '/x', accessLog: '/x/a', errorLog: '/x/e' }
  const configOf = (setup: NodeSetup) =>
    xrayConfig({ door: null, setup, users: [], ...files, listen: '::', tls: null, reach: [] })
  const setup = setupOf('vless', 443, settings)
  expect(engineOf(setup)).toBe('xray')
  expect(configOf({ ...setup, secrets: { decryption } })).toMatchObject({ inbounds: [{ settings: { decryption } }] })
  expect(() => configOf(setup)).toThrow('no decryption')
  expect(() => configOf({ ...setup, secrets: { realityPrivateKey: 'k'.repeat(43) } })).toThrow('no decryption')
  // A half that is left over changes nothing.
  const plain = { ...setupOf('vless', 443), secrets: { decryption } }
  expect(configOf(plain)).toMatchObject({ inbounds: [{ settings: { decryption: 'none' } }] })
})

test('a node’s routes come before everything, and its name server may be a private one', () => {
  const settings = { blockBittorrent: true, blockPorts: '25', blockAddresses: '192.0.2.0/24', blockNames: 'a.example' }
  const setup = setupOf('vmess', 443, { ...settings, dns: '10.0.0.2' })
  const files = { folder: '/x', accessLog: '/x/a', errorLog: '/x/e' }
  const config = xrayConfig({ door: null, setup, users: [], ...files, listen: '::', tls: null, reach: [] })
  expect(config).toMatchObject({
    dns: { servers: ['10.0.0.2'] },
    inbounds: [{ sniffing: { enabled: true, routeOnly: true } }],
    outbounds: [
      { settings: { domainStrategy: 'UseIP', finalRules: [{ ip: expect.arrayContaining(['192.0.2.0/24']) }, {}] } },
      {},
      { tag: 'refused', protocol: 'blackhole' },
      { tag: 'dns-out', settings: { finalRules: [{ action: 'allow' }] } },
    ],
    routing: {
      rules: [
        ...noLifeline,
        { inboundTag: ['dns'], outboundTag: 'dns-out' },
        { protocol: ['bittorrent'], outboundTag: 'refused' },
        { port: '25', outboundTag: 'refused' },
        { domain: ['domain:a.example'], outboundTag: 'refused' },
        { ip: ['192.0.2.0/24'], outboundTag: 'refused' },
      ],
    },
  })
})
