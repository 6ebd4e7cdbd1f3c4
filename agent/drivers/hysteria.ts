import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { NodeSetup } from '../../contract/node-api.ts'
import { readDurable, writeDurably } from '../durable-file.ts'
import { findProcesses } from '../process-table.ts'
import type { Settings } from '../settings.ts'
import { blockedRanges } from './blocked-ranges.ts'
import { askEngine, leftRunning, numbersWithout, openFrame, readUntilQuiet, startEngine } from './driver-frame.ts'
import {
  Doubt,
  type AppliedUser,
  type Driver,
  type EngineUser,
  type Pair,
  type Presence,
  type Reading,
} from './driver.ts'
import { freePort, type EngineProcess } from './engine-process.ts'
import { openHysteriaApi, type HysteriaApi } from './hysteria-api.ts'
import { openDoor, type Door } from './hysteria-door.ts'
import { neededCertificate } from './needed-certificate.ts'
import { routesOf } from './node-routes.ts'

type Options = { dir: string } & Pick<Settings, 'listen' | 'tls' | 'reach' | 'engines'>
/** Where both sides find each other. */
type Control = { doorPort: number; doorPath: string; apiPort: number; secret: string }
type Running = { engine: EngineProcess; api: HysteriaApi; door: Door }

const CONFIG = 'hysteria.json'
const idOf = ({ number, generation }: Pick<EngineUser, 'number' | 'generation'>) => `u${number}.g${generation}`
const numberOf = (id: string) => Number(/^u(\d+)\.g\d+$/.exec(id)?.[1] ?? 0)
/** A connection that carries nothing ends at its next byte. */
const KICK_TRIES = 20
/** A connection that was let in just before its user was removed shows up a moment after. */
const LEAVING_MS = 2_000

/** Hysteria's own server. It knows no users: it asks the agent about each connection. */
export class HysteriaDriver implements Driver {
  readonly counterLagSeconds = 0
  readonly addChunk = 500
  readonly #options: Options
  readonly #folder: string
  readonly #frame = openFrame<Running>()
  readonly #users = new Map<string, EngineUser>()
  readonly #shut = new Set<string>()
  /** Removed users, who are looked for until then and as long as they are connected. */
  readonly #leaving = new Map<string, number>()
  readonly #addresses = new Map<string, Set<string>>()
  readonly #seen: Pair[] = []
  /** Applied, but an earlier agent left no credential of theirs. */
  #unknown: number[] = []

  constructor(options: Options) {
    this.#options = options
    this.#folder = path.join(options.dir, 'engine')
  }

  async attach(_setup: NodeSetup, applied: readonly AppliedUser[]): Promise<string | null> {
    const ours = findProcesses((line) => line.includes('server') && line.includes(this.#file(CONFIG)))
    const engine = leftRunning(ours)
    if (!engine) return null
    const control = readDurable<Control>(this.#file('hysteria-control.json'))
    const users = readDurable<EngineUser[]>(this.#file('hysteria-users.json'))
    if (typeof control === 'string') {
      await engine.end()
      return null
    }
    const kept = new Map((typeof users === 'string' ? [] : users).map((user) => [idOf(user), user]))
    this.#users.clear()
    for (const one of applied) {
      const user = kept.get(idOf(one))
      if (user) this.#users.set(user.credential, user)
      else this.#unknown.push(one.number)
    }
    await this.#begin(engine, control)
    return engine.boot
  }

  async start(setup: NodeSetup, wanted: readonly EngineUser[]): Promise<{ boot: string; failed: number[] }> {
    const { engines } = this.#options
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const word = () => randomBytes(24).toString('base64url')
    const control = { doorPort: await freePort(), doorPath: `/${word()}`, apiPort: await freePort(), secret: word() }
    writeFileSync(this.#file(CONFIG), JSON.stringify(hysteriaConfig(setup, control, this.#options)), { mode: 0o600 })
    writeDurably(this.#file('hysteria-control.json'), control)
    const output = this.#file('output.log')
    const words = ['server', '--disable-update-check', '--log-level', 'error', '-c', this.#file(CONFIG)]
    const api = openHysteriaApi({ port: control.apiPort, secret: control.secret })
    const isReady = async () => (await api.online().catch(() => null)) !== null
    const engine = await startEngine({ command: engines.hysteria, words, output, isReady })
    this.#users.clear()
    await this.#begin(engine, control)
    return { boot: engine.boot, failed: await this.add(wanted) }
  }

  isRunning(): boolean {
    return this.#frame.isRunning()
  }

  async read(): Promise<Reading> {
    const { engine, api } = this.#get()
    const traffic = await askEngine(engine, api.traffic)
    if (this.#leaving.size > 0) await this.#kick([...this.#leaving.keys()], 1)
    const counters: Reading['counters'] = new Map()
    for (const [id, { tx, rx }] of Object.entries(traffic)) {
      const number = numberOf(id)
      if (number > 0) counters.set(id, { number, up: tx, down: rx })
    }
    return { boot: engine.boot, counters }
  }

  async add(wanted: readonly EngineUser[]): Promise<number[]> {
    const good = wanted.filter(({ credential }) => credential !== '')
    for (const user of good) {
      this.#users.set(user.credential, user)
      this.#leaving.delete(idOf(user))
    }
    this.#save()
    return numbersWithout(wanted, good)
  }

  /** Refuses first: a client comes back at once. */
  async remove(gone: readonly AppliedUser[]): Promise<void> {
    const ids = new Set(gone.map(idOf))
    for (const [credential, user] of this.#users) if (ids.has(idOf(user))) this.#users.delete(credential)
    const numbers = new Set(gone.map(({ number }) => number))
    this.#unknown = this.#unknown.filter((number) => !numbers.has(number))
    this.#save()
    for (const id of ids) this.#leaving.set(id, performance.now() + LEAVING_MS)
    await this.#kick([...ids], KICK_TRIES)
  }

  async verify(): Promise<number[]> {
    if (!this.isRunning()) throw new Doubt('hysteria is gone')
    return this.#unknown
  }

  async shut(pairs: readonly Pair[]): Promise<boolean> {
    const wanted = new Set(pairs.map(({ number, address }) => `${number} ${address}`))
    const isSame = wanted.size === this.#shut.size && [...wanted].every((pair) => this.#shut.has(pair))
    this.#shut.clear()
    for (const pair of wanted) this.#shut.add(pair)
    return !isSame
  }

  /** Ends all connections of the user once: nobody can choose one. Those from other addresses are let in again. */
  async cut(user: AppliedUser, addresses: ReadonlySet<string>): Promise<void> {
    const known = this.#addresses.get(idOf(user)) ?? new Set()
    if (![...addresses].some((address) => known.has(address))) return
    this.#addresses.delete(idOf(user))
    await this.#kick([idOf(user)], 1)
  }

  seen(): readonly Pair[] {
    return this.#seen
  }

  async presence(): Promise<Presence> {
    const online = await this.#get().api.online()
    const addresses = new Map<number, Set<string>>()
    const add = (number: number, address: string) =>
      addresses.set(number, (addresses.get(number) ?? new Set()).add(address))
    for (const { number, address } of this.#seen.splice(0)) add(number, address)
    for (const [id, known] of this.#addresses) {
      if (online[id] === undefined) this.#addresses.delete(id)
      else for (const address of known) add(numberOf(id), address)
    }
    const connections = Object.values(online).reduce((sum, count) => sum + count, 0)
    return { connections, addresses, claimed: new Set() }
  }

  async stop(): Promise<Reading | null> {
    const readLast = () => {
      this.#users.clear()
      return this.#quiet()
    }
    return this.#frame.stop(readLast, ({ door }) => door.close())
  }

  isGone(): boolean {
    return false
  }

  async #quiet(): Promise<Reading> {
    const { api } = this.#get()
    await this.#kick(Object.keys(await api.online()), KICK_TRIES)
    return readUntilQuiet(() => this.read())
  }

  /** Each call ends one connection of a name. */
  async #kick(ids: readonly string[], tries: number): Promise<void> {
    const { api } = this.#get()
    let left: readonly string[] = ids
    for (let at = 0; at < tries && left.length > 0; at += 1) {
      const online = await api.online()
      left = left.filter((id) => (online[id] ?? 0) > 0)
      if (left.length === 0) break
      await api.kick(left)
      await sleep(50)
    }
    const now = performance.now()
    for (const [id, untilMs] of this.#leaving) {
      if (untilMs < now && ids.includes(id) && !left.includes(id)) this.#leaving.delete(id)
    }
  }

  async #begin(engine: EngineProcess, { doorPort, doorPath, apiPort, secret }: Control): Promise<void> {
    const judge = (credential: string, address: string) => {
      const user = this.#users.get(credential)
      if (!user || this.#shut.has(`${user.number} ${address}`)) return null
      const id = idOf(user)
      this.#addresses.set(id, (this.#addresses.get(id) ?? new Set()).add(address))
      this.#seen.push({ number: user.number, address })
      return id
    }
    const door = await openDoor(doorPort, doorPath, judge)
    this.#frame.begin({ engine, api: openHysteriaApi({ port: apiPort, secret }), door })
  }

  #save(): void {
    const file = this.#file('hysteria-users.json')
    try {
      writeDurably(file, [...this.#users.values()])
    } catch {
      // Cutting off a user must not wait for space on the disk. Without the file the next agent lets nobody new in.
      rmSync(file, { force: true })
    }
  }

  #file(name: string): string {
    return path.join(this.#folder, name)
  }

  #get(): Running {
    return this.#frame.get()
  }
}

function hysteriaConfig(setup: NodeSetup, control: Control, { listen, tls, reach }: Options): object {
  const { port, settings } = setup
  const { ports, addresses, names, dns } = routesOf(setup)
  const { certificateFile, keyFile } = neededCertificate(tls)
  // Hysteria says less about a certificate that it cannot read.
  for (const file of [certificateFile, keyFile]) readFileSync(file)
  const { obfsPassword, upMbps, downMbps } = settings
  const speed = (mbps: unknown) => (mbps === undefined ? '' : `${String(mbps)} mbps`)
  return {
    listen: listen.includes(':') ? `[${listen}]:${port}` : `${listen}:${port}`,
    tls: { cert: certificateFile, key: keyFile, sniGuard: 'disable' },
    ...(obfsPassword ? { obfs: { type: 'salamander', salamander: { password: obfsPassword } } } : {}),
    bandwidth: { up: speed(upMbps), down: speed(downMbps) },
    ignoreClientBandwidth: upMbps === undefined && downMbps === undefined,
    auth: { type: 'http', http: { url: `http://127.0.0.1:${control.doorPort}${control.doorPath}` } },
    trafficStats: { listen: `127.0.0.1:${control.apiPort}`, secret: control.secret },
    // A name is looked up once, before these rules, and what was found is dialled.
    acl: {
      inline: [
        ...[...blockedRanges(reach), ...addresses, ...names.map((name) => `suffix:${name}`)].map(
          (one) => `reject(${one})`,
        ),
        ...ports.map((range) => `reject(all, */${range})`),
      ],
    },
    ...(dns === null
      ? {}
      : { resolver: { type: 'udp', udp: { addr: dns.includes(':') ? `[${dns}]:53` : `${dns}:53` } } }),
  }
}
