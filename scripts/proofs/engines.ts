import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Driver, EngineUser } from '../../agent/drivers/driver.ts'
import { makeDrivers } from '../../agent/drivers/make-drivers.ts'
import { programs, type Settings } from '../../agent/settings.ts'
import { makeCertificate, onLoopback } from '../../agent/test/engine-tools.ts'
import { setupOf, startClient } from '../../agent/test/engines.ts'
import { download, openStream, startTarget } from '../../agent/test/target.ts'
import { tempDir } from '../../agent/test/temp-dir.ts'
import { startRealXrayClient } from '../../agent/test/xray-client.ts'
import { makeHysteria, makeXray, startXrayClient } from '../../agent/test/xray-engine.ts'
import type { NodeSetup } from '../../contract/node-api.ts'
import { engineOf, type Engine } from '../../contract/node-engines.ts'
import { freePort } from '../../test/free-port.ts'

export type Row = {
  line: string
  engine: string
  client: string
  carried: number
  counted: number
  cutMs: number | null
  isRefusedAfter: boolean
}

const BYTES = 1024 * 1024
const CUT_MAX_MS = 3_000
/** Headers of the request and its answer are counted too. */
const HEADERS_MAX = 4_096
const cipher = 'aes-256-gcm'
const serverKey = Buffer.alloc(32, 7).toString('base64')
const lines: [protocol: string, settings: Record<string, unknown>][] = [
  ['vless', { engine: 'v2ray' }],
  ['vless', { engine: 'v2ray', network: 'ws', path: '/way' }],
  ['vless', { engine: 'v2ray', security: 'tls' }],
  ['vmess', { engine: 'v2ray' }],
  ['trojan', { engine: 'v2ray' }],
  ['shadowsocks', { engine: 'v2ray', cipher }],
  ['vless', { engine: 'xray' }],
  ['vless', { security: 'tls', flow: 'xtls-rprx-vision' }],
  ['vless', { network: 'grpc', serviceName: 'way' }],
  ['vless', { network: 'xhttp', path: '/way', security: 'tls' }],
  ['vmess', { engine: 'xray' }],
  ['trojan', { engine: 'xray' }],
  ['shadowsocks', { engine: 'xray', cipher }],
  ['shadowsocks', { cipher: '2022-blake3-aes-256-gcm', serverKey }],
  ['hysteria2', {}],
]
const isInPath = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
/** Only its server is driven here, so a real hysteria is not measured yet: there is no real client for it. */
const isReal: Record<Engine, boolean> = {
  v2ray: isInPath('v2ray'),
  xray: isInPath('xray'),
  hysteria: false,
  'shadowsocks-libev': isInPath('ss-manager'),
}

/** Every line with the engine and the client that are installed, else with a stand-in of the engine's control side. */
export async function measureEngines(wanted = lines): Promise<Row[]> {
  const rows: Row[] = []
  for (const [protocol, settings] of wanted) {
    const setup = setupOf(protocol, await freePort(), settings)
    if (engineOf(setup) !== 'v2ray' || isReal.v2ray) rows.push(await measure(setup))
  }
  return rows
}

async function measure(setup: NodeSetup): Promise<Row> {
  const dir = tempDir()
  const target = await startTarget()
  const tls = makeCertificate(dir)
  const engine = engineOf(setup)
  const engines = {
    ...programs,
    ...(isReal.xray ? {} : { xray: makeXray(dir) }),
    hysteria: makeHysteria(dir),
  }
  const [driver] = makeDrivers(setup, dir, { ...onLoopback, tls, engines } as Settings, () =>
    Promise.reject(new Error('nobody is on a lifeline')),
  )
  const port = setup.protocol === 'shadowsocks' && engine === 'v2ray' ? setup.port : null
  const user: EngineUser = { number: 1, generation: 1, credential: randomUUID(), port, mode: 'standard' }
  try {
    await driver.start(setup, [user])
    const { name, start } = clientOf(engine)
    const client = await start({ setup, credential: user.credential, port, tls })
    const carried = await download(client.socksPort, target.port, BYTES)
    const counted = await countedOf(driver)
    const stream = openStream(client.socksPort, target.port, '/slow')
    await stream.flowing
    await driver.read()
    const cutMs = await cutWithin(driver, user, stream.ended)
    const isRefusedAfter = (await download(client.socksPort, target.port, 1_000)) === 0
    await client.stop()
    const { engine: _engine, serverKey: _key, ...shown } = setup.settings
    const line = `${setup.protocol} ${Object.values(shown).join(' ')}`.trim()
    const engineName = isReal[engine] ? engine : `${engine} (stand-in)`
    return { line, engine: engineName, client: name, carried, counted, cutMs, isRefusedAfter }
  } finally {
    await driver.stop()
    await target.stop()
    rmSync(dir, { recursive: true })
  }
}

type ClientOptions = { setup: NodeSetup; credential: string; port: number | null; tls: Settings['tls'] }
type Client = { name: string; start(options: ClientOptions): Promise<{ socksPort: number; stop(): Promise<unknown> }> }

function clientOf(engine: Engine): Client {
  if (engine === 'v2ray') return { name: 'v2ray', start: startClient }
  if (engine === 'xray' && isReal.xray) return { name: 'xray', start: startRealXrayClient }
  return { name: 'stand-in', start: startXrayClient }
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

async function cutWithin(driver: Driver, user: EngineUser, ended: Promise<void>): Promise<number | null> {
  const startedAt = performance.now()
  const cut = ended.then(() => Math.round(performance.now() - startedAt))
  await driver.remove([user])
  return Promise.race([cut, sleep(CUT_MAX_MS, null)])
}

export function findProblems(rows: readonly Row[]): string[] {
  return rows.flatMap(({ line, engine, carried, counted, cutMs, isRefusedAfter }) => {
    const at = `${line} by ${engine}`
    return [
      ...(carried === BYTES ? [] : [`${at}: ${carried} of ${BYTES} bytes came`]),
      ...(counted >= BYTES && counted <= BYTES + HEADERS_MAX ? [] : [`${at}: ${counted} bytes counted`]),
      ...(cutMs === null ? [`${at}: a stream outlives its user`] : []),
      ...(isRefusedAfter ? [] : [`${at}: a removed user gets in`]),
    ]
  })
}

export async function prove(): Promise<boolean> {
  const rows = await measureEngines()
  const table = rows.map(({ line, engine, client, carried, counted, cutMs, isRefusedAfter }) => {
    const isConnected = carried > 0 ? 'yes' : 'no'
    return { line, engine, client, connects: isConnected, carried, counted, cutMs, refusedAfter: isRefusedAfter }
  })
  console.table(table)
  const standIns = (['xray', 'hysteria'] as const).filter((engine) => !isReal[engine])
  const run = new Set(rows.map(({ engine }) => engine).filter((engine) => !engine.includes('stand-in')))
  console.log(`Run with the real program: ${[...run].join(', ') || 'none'}`)
  if (standIns.length > 0) {
    console.log(`Only run with a stand-in of ours, engine and client: ${standIns.join(', ')}`)
    console.log('A stand-in shows that the agent drives the control side right. It does not speak the protocol.')
  }
  for (const name of ['sing-box', 'mihomo']) {
    console.log(`${name}: ${isInPath(name) ? 'in PATH, not run as a client yet' : 'not installed'}`)
  }
  const problems = findProblems(rows)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}
