import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'node:tls'

import type { Driver, EngineUser } from '../../agent/drivers/driver.ts'
import { makeDrivers } from '../../agent/drivers/make-drivers.ts'
import { programs, type Settings } from '../../agent/settings.ts'
import { makeCertificate, onLoopback } from '../../agent/test/engine-tools.ts'
import { setupOf } from '../../agent/test/engines.ts'
import { openDatagrams, startEcho } from '../../agent/test/socks.ts'
import { download, openStream, startTarget, type Stream } from '../../agent/test/target.ts'
import { tempDir } from '../../agent/test/temp-dir.ts'
import { makeHysteria, makeXray, startXrayClient } from '../../agent/test/xray-engine.ts'
import type { NodeSetup } from '../../contract/node-api.ts'
import { engineOf, type Engine } from '../../contract/node-engines.ts'
import { makeEncryptionPair } from '../../server/test/build/encryption-pair.ts'
import { freePort } from '../../test/free-port.ts'
import {
  clientPrograms,
  clientsOf,
  isInPath,
  sendsToMany,
  type ClientOf,
  type RunningClient,
} from './engine-clients.ts'

export type Row = {
  line: string
  engine: string
  client: string
  /** Without both a row shows that the agent drives the control side right, and nothing of the protocol. */
  isReal: boolean
  carried: number
  counted: number
  /** Whether datagrams of one stream to two targets each came to their own. Null: clients are told to send none, or a stand-in. */
  isUdpRight: boolean | null
  cutMs: number | null
  isRefusedAfter: boolean
}

const BYTES = 1024 * 1024
const CUT_MAX_MS = 3_000
/** The stream sends every 10 ms, so after this long without a byte it has been cut. */
const QUIET_MS = 500
/** Headers of the request and its answer are counted too. */
const HEADERS_MAX = 4_096
const cipher = 'aes-256-gcm'
const serverKey = Buffer.alloc(32, 7).toString('base64')
const { encryption, decryption } = makeEncryptionPair()
const lines: [protocol: string, settings: Record<string, unknown>][] = [
  ['vless', { engine: 'v2ray' }],
  ['vless', { engine: 'v2ray', network: 'ws', path: '/way' }],
  ['vless', { engine: 'v2ray', security: 'tls' }],
  ['vmess', { engine: 'v2ray' }],
  ['vmess', { engine: 'v2ray', network: 'ws', path: '/way', security: 'tls' }],
  ['trojan', { engine: 'v2ray' }],
  ['shadowsocks', { engine: 'v2ray', cipher }],
  ['vless', { engine: 'xray' }],
  ['vless', { security: 'tls', flow: 'xtls-rprx-vision' }],
  ['vless', { network: 'grpc', serviceName: 'way' }],
  ['vless', { network: 'xhttp', path: '/way', security: 'tls' }],
  ['vless', { network: 'httpupgrade', path: '/way' }],
  ['vless', { security: 'reality', flow: 'xtls-rprx-vision' }],
  ['vless', { encryption }],
  ['vmess', { engine: 'xray' }],
  ['vmess', { engine: 'xray', network: 'ws', path: '/way', security: 'tls' }],
  ['trojan', { engine: 'xray' }],
  ['shadowsocks', { engine: 'xray', cipher }],
  ['shadowsocks', { cipher: '2022-blake3-aes-256-gcm', serverKey }],
  ['hysteria2', {}],
  ['hysteria2', { obfsPassword: 'salamander' }],
]
const programOf: Record<Engine, string> = {
  v2ray: 'v2ray',
  xray: 'xray',
  hysteria: 'hysteria',
  'shadowsocks-libev': 'ss-manager',
}
const standIn = { program: 'stand-in', start: startXrayClient as (of: ClientOf) => Promise<RunningClient> }
type Way = { engine: string; isReal: boolean; client: typeof standIn }

/** Every line with each client that is installed, else with a stand-in of the engine's control side and of a client. */
export async function measureEngines(wanted = lines): Promise<Row[]> {
  const rows: Row[] = []
  for (const [protocol, settings] of wanted) {
    for (const way of waysOf(setupOf(protocol, 0, settings))) {
      rows.push(await withSecrets(setupOf(protocol, await freePort(), settings), (setup) => measure(setup, way)))
    }
  }
  return rows
}

/** A real engine needs a real client. Of v2ray there is no stand-in. */
function waysOf(setup: NodeSetup): Way[] {
  const engine = engineOf(setup)
  const real = isInPath(programOf[engine]) ? clientsOf(setup) : []
  if (real.length > 0) return real.map((client) => ({ engine, isReal: true, client }))
  return engine === 'v2ray' ? [] : [{ engine: `${engine} (stand-in)`, isReal: false, client: standIn }]
}

/** What only the node knows. REALITY also gets a site on this machine to hide behind. */
async function withSecrets<T>(setup: NodeSetup, work: (setup: NodeSetup) => Promise<T>): Promise<T> {
  if (setup.settings.encryption) return work({ ...setup, secrets: { decryption } })
  if (setup.settings.security !== 'reality') return work(setup)
  const dir = tempDir()
  const { certificateFile, keyFile } = makeCertificate(dir)
  const decoy = createServer({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) }, (socket) =>
    socket.on('error', () => {}).end(),
  )
  decoy.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
  await once(decoy, 'listening')
  const { privateKey } = generateKeyPairSync('x25519')
  const { d: realityPrivateKey, x: publicKey } = privateKey.export({ format: 'jwk' }) as { d: string; x: string }
  const target = `127.0.0.1:${(decoy.address() as AddressInfo).port}`
  const settings = { ...setup.settings, sni: 'localhost', shortId: '01e2', publicKey, target }
  try {
    return await work({ ...setup, settings, secrets: { realityPrivateKey } })
  } finally {
    decoy.close()
    rmSync(dir, { recursive: true })
  }
}

async function measure(setup: NodeSetup, way: Way): Promise<Row> {
  const dir = tempDir()
  const target = await startTarget()
  const tls = makeCertificate(dir)
  const engines = way.isReal ? programs : { ...programs, xray: makeXray(dir), hysteria: makeHysteria(dir) }
  const [driver] = makeDrivers(setup, dir, { ...onLoopback, tls, engines } as Settings, () =>
    Promise.reject(new Error('nobody is on a lifeline')),
  )
  const port = setup.protocol === 'shadowsocks' && engineOf(setup) === 'v2ray' ? setup.port : null
  const user: EngineUser = { number: 1, generation: 1, credential: randomUUID(), port, mode: 'standard' }
  try {
    await driver.start(setup, [user])
    const of = { setup, credential: user.credential, port, tls }
    const client = await way.client.start(of)
    try {
      const carried = await download(client.socksPort, target.port, BYTES)
      const counted = await countedOf(driver)
      const isUdpRight = way.isReal && sendsToMany(way.client, of) ? await reachesBoth(client.socksPort) : null
      const stream = openStream(client.socksPort, target.port, '/slow')
      await stream.flowing
      await driver.read()
      const cutMs = await cutWithin(driver, user, stream)
      stream.close()
      const isRefusedAfter = (await download(client.socksPort, target.port, 1_000)) === 0
      const { engine, isReal } = way
      const said = { line: nameOf(setup), engine, client: way.client.program, isReal }
      return { ...said, carried, counted, isUdpRight, cutMs, isRefusedAfter }
    } finally {
      await client.stop()
    }
  } finally {
    await driver.stop()
    await target.stop()
    rmSync(dir, { recursive: true })
  }
}

function nameOf({ protocol, settings }: NodeSetup): string {
  const { network, security, flow, cipher, obfsPassword: obfs } = settings
  const encrypted = settings.encryption ? 'encryption' : undefined
  return [protocol, network, security, flow, encrypted, cipher, obfs].filter((word) => word !== undefined).join(' ')
}

/** An engine may count a stream when it ends. */
async function countedOf(driver: Driver): Promise<number> {
  let down = 0
  for (let tries = 0; tries < 40 && down < BYTES; tries += 1) {
    down = [...(await driver.read()).counters.values()].reduce((sum, counter) => sum + counter.down, 0)
    if (down < BYTES) await sleep(50)
  }
  return down
}

async function reachesBoth(socksPort: number): Promise<boolean> {
  const echoes = [await startEcho('127.0.0.1'), await startEcho('127.0.0.1')]
  const datagrams = await openDatagrams(socksPort)
  try {
    for (const { port } of echoes) {
      datagrams.send('127.0.0.1', port, `to ${port}`)
      await datagrams.until(`to ${port}`)
    }
    return echoes.every(({ port, heard }) => heard.join() === `to ${port}`)
  } catch {
    return false
  } finally {
    datagrams.close()
    for (const echo of echoes) echo.stop()
  }
}

/**
 * Until the last byte of a stream whose user was removed. A client may keep its own socket open long after that. Null: bytes
 * go on.
 */
async function cutWithin(driver: Driver, user: EngineUser, stream: Stream): Promise<number | null> {
  const startedAt = Date.now()
  await driver.remove([user])
  while (Date.now() - startedAt < CUT_MAX_MS + QUIET_MS) {
    const last = Math.max(startedAt, stream.lastByteAt())
    if (Date.now() - last >= QUIET_MS) return last - startedAt
    await sleep(20)
  }
  return null
}

export function findProblems(rows: readonly Row[]): string[] {
  return rows.flatMap(({ line, engine, client, carried, counted, isUdpRight, cutMs, isRefusedAfter }) => {
    const at = `${line} by ${engine}, client ${client}`
    return [
      ...(carried === BYTES ? [] : [`${at}: ${carried} of ${BYTES} bytes came`]),
      ...(counted >= BYTES && counted <= BYTES + HEADERS_MAX ? [] : [`${at}: ${counted} bytes counted`]),
      ...(isUdpRight === false ? [`${at}: datagrams to a second target do not reach it`] : []),
      ...(cutMs === null ? [`${at}: a stream outlives its user`] : []),
      ...(isRefusedAfter ? [] : [`${at}: a removed user gets in`]),
    ]
  })
}

export async function prove(): Promise<boolean> {
  const rows = await measureEngines()
  const table = rows.map(({ line, engine, client, isReal, isUdpRight, cutMs, isRefusedAfter, ...bytes }) => {
    const real = isReal ? 'engine and client' : 'nothing'
    const udp = isUdpRight ?? '-'
    return { line, engine, client, real, ...bytes, udp, lastByteMs: cutMs, refusedAfter: isRefusedAfter }
  })
  console.table(table)
  const missing = clientPrograms.filter((name) => !isInPath(name))
  if (missing.length > 0) console.log(`Not in PATH, so not run: ${missing.join(', ')}`)
  if (rows.some(({ isReal }) => !isReal)) {
    console.log('A stand-in shows that the agent drives the control side right. It does not speak the protocol.')
  }
  const problems = findProblems(rows)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}
