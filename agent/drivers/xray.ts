import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import type { NodeSetup } from '../../contract/node-api.ts'
import type { Door } from '../forwarder.ts'
import { messageOf } from '../log.ts'
import { findProcesses } from '../process-table.ts'
import type { Settings } from '../settings.ts'
import type { Sockets } from '../sockets.ts'
import { openAccessLog, type AccessLog } from './access-log.ts'
import {
  askEngine,
  countersOf,
  engineFiles,
  keepShort,
  leftRunning,
  numbersWithout,
  openFrame,
  readUntilQuiet,
  startEngine,
  unlessHanging,
} from './driver-frame.ts'
import {
  Doubt,
  type AppliedUser,
  type Counter,
  type Driver,
  type EngineUser,
  type Pair,
  type Presence,
  type Reading,
} from './driver.ts'
import { canConnect, prepareFolder, reachable, type EngineProcess } from './engine-process.ts'
import { inParallel } from './in-parallel.ts'
import { openLateBytes, type LateBytes } from './late-bytes.ts'
import { openOwners, type Owners } from './socket-owners.ts'
import { controlSocket, emailOf, MAIN_TAG } from './v2ray-config.ts'
import { openXrayApi, type XrayApi } from './xray-api.ts'
import { NOBODY, NOWHERE, xrayConfig } from './xray-config.ts'
import { addUser, isUsable, removeUser } from './xray-users.ts'

type Options = { dir: string; sockets: Sockets; openDoor: () => Promise<Door> } & Pick<
  Settings,
  'listen' | 'tls' | 'reach' | 'engines'
>
type Running = { engine: EngineProcess; api: XrayApi; setup: NodeSetup }

const run = promisify(execFile)
const CONFIG = 'xray.json'
/** It fences what users reach at the address that is dialled, and takes its control socket as a file. */
const OLDEST: readonly [number, number, number] = [26, 5, 3]
/** How often all names in the engine are compared. In between, their number is. */
const COMPARE_MS = 60_000
const GONE = 'gone'
/** Of hysteria2: for one user's live stream the agent disturbs everybody on the node no more often. */
const RESTART_EVERY_MS = 10 * 60_000
const NO_PORTS: ReadonlyMap<number, number> = new Map()

/** Xray 26: many users on one port with every protocol. Users, counters, addresses and rules go by its control socket. */
export class XrayDriver implements Driver {
  readonly counterLagSeconds = 0
  readonly addChunk = 500
  readonly #options: Options
  readonly #files: ReturnType<typeof engineFiles>
  readonly #frame = openFrame<Running>()
  readonly #users = new Map<number, AppliedUser>()
  readonly #log: AccessLog
  readonly #owners: Owners
  /** Rules in the engine by tag: which users, from where, they keep out. */
  readonly #rules = new Map<string, { users: string[]; addresses: string[] }>()
  #late: LateBytes = openLateBytes()
  #comparedMs = -Infinity

  constructor(options: Options) {
    this.#options = options
    this.#files = engineFiles(options.dir)
    this.#log = openAccessLog(this.#files.accessLog)
    this.#owners = openOwners({ sockets: options.sockets, takeAccesses: this.#log.take })
  }

  async attach(setup: NodeSetup, applied: readonly AppliedUser[]): Promise<string | null> {
    const engine = leftRunning(findOurs(this.#files.folder))
    if (!engine) return null
    await this.#options.openDoor().catch(() => null)
    const api = openXrayApi(controlSocket(this.#files.folder))
    this.#begin({ engine, api, setup }, applied)
    // This agent does not know which users the last one kept out, so it tells the engine again.
    for (const tag of await api.ruleTags().catch(() => [])) await api.removeRule(tag)
    return engine.boot
  }

  async start(setup: NodeSetup, wanted: readonly EngineUser[]): Promise<{ boot: string; failed: number[] }> {
    const { listen, tls, reach, engines, openDoor } = this.#options
    const { folder, accessLog, engineLog, output } = this.#files
    await checkVersion(engines.xray)
    prepareFolder(folder)
    this.#log.restart()
    const good = wanted.filter((user) => isUsable(setup, user))
    const users = good.map((user) => ({ ...user, email: emailOf(setup.nodeId, user) }))
    const config = path.join(folder, CONFIG)
    // Without it users on a lifeline get nowhere.
    const door = await openDoor().catch(() => null)
    const content = xrayConfig({ setup, users, door, folder, accessLog, errorLog: engineLog, listen, tls, reach })
    writeFileSync(config, JSON.stringify(content), { mode: 0o600 })
    const api = openXrayApi(controlSocket(folder))
    const isReady = async () => {
      const answers = await api.stats().catch(() => null)
      return answers !== null && (isUdpOnly(setup) || (await canConnect(setup.port, reachable(listen))))
    }
    const words = ['run', '-config', config]
    const engine = await startEngine({ command: engines.xray, words, output, isReady, onFailure: api.close })
    this.#begin({ engine, api, setup }, good)
    return { boot: engine.boot, failed: numbersWithout(wanted, good) }
  }

  /** Clients of QUIC notice a restarted engine only after 30 s without an answer. */
  get streamsEndEveryMs(): number {
    return isUdpOnly(this.#get().setup) ? RESTART_EVERY_MS : 0
  }

  isRunning(): boolean {
    return this.#frame.isRunning()
  }

  async read(): Promise<Reading> {
    const { engine, api, setup } = this.#get()
    this.#owners.look()
    keepShort(this.#files.engineLog)
    const counters = countersOf(await askEngine(engine, api.stats), numberOf)
    if (setup.settings.flow !== undefined) {
      const carrying = await this.#options.sockets.carried(setup.port)
      this.#late.look(carrying, (socket) => this.#owners.ownerOf(socket, NO_PORTS), byNumber(counters))
    }
    return { boot: engine.boot, counters }
  }

  late(number: number): number {
    return this.#late.of(number)
  }

  async add(wanted: readonly EngineUser[]): Promise<number[]> {
    const { api, setup } = this.#get()
    const failed: number[] = []
    await this.#letBack(wanted.map((user) => emailOf(setup.nodeId, user)))
    await inParallel(wanted, async (one) => {
      if (!isUsable(setup, one)) return void failed.push(one.number)
      const user = { ...one, email: emailOf(setup.nodeId, one) }
      try {
        await addUser(api, setup, user)
      } catch (error) {
        // This user is not in the list of applied users, so the credential may differ. Another failure may have come
        // after the engine took the user, and shadowsocks would take a second one.
        await removeUser(api, user.email).catch(() => {})
        if (!/already exists/.test(messageOf(error))) return void failed.push(user.number)
        await addUser(api, setup, user)
      }
      this.#users.set(user.number, user)
    })
    return failed
  }

  async remove(gone: readonly AppliedUser[]): Promise<void> {
    const { api, setup } = this.#get()
    const emails = gone.map((user) => emailOf(setup.nodeId, user))
    await inParallel(emails, async (email) => {
      await removeUser(api, email).catch((error: unknown) => {
        if (!/not found/.test(messageOf(error))) throw new Doubt(`cannot remove ${email}`, { cause: error })
      })
    })
    const numbers = new Set(gone.map(({ number }) => number))
    for (const number of numbers) this.#users.delete(number)
    if (isUdpOnly(setup)) {
      // No socket can be cut. New streams get nowhere; while a counter still moves, the agent restarts the engine, seldom.
      await this.#setRule(GONE, [...(this.#rules.get(GONE)?.users ?? []), ...emails])
      return
    }
    // Removing a user does not end live streams: they go on and are still counted.
    const survivors = await this.#cut((owner) => owner === null || numbers.has(owner))
    if (survivors > 0) throw new Doubt(`${survivors} connections could not be cut`)
  }

  async verify(): Promise<number[]> {
    const { api, setup } = this.#get()
    const { sockets } = this.#options
    if (!isUdpOnly(setup) && !(await sockets.listeners()).includes(setup.port)) {
      throw new Doubt(`nothing listens on port ${setup.port}`)
    }
    const isDue = performance.now() - this.#comparedMs > COMPARE_MS
    if (!isDue && (await api.userCount(MAIN_TAG)) === this.#users.size + 1) return []
    this.#comparedMs = performance.now()
    return this.#compare(await api.users(MAIN_TAG), setup)
  }

  async cut(user: AppliedUser, addresses: ReadonlySet<string>): Promise<void> {
    await this.#cut((owner, address) => owner === user.number && addresses.has(address))
  }

  async shut(pairs: readonly Pair[]): Promise<boolean> {
    const { setup } = this.#get()
    const wanted = new Map<string, { email: string; addresses: string[] }>()
    for (const { number, address } of pairs) {
      const user = this.#users.get(number)
      if (!user) continue
      const rule = wanted.get(`shut-${number}`) ?? { email: emailOf(setup.nodeId, user), addresses: [] }
      wanted.set(`shut-${number}`, { ...rule, addresses: [...rule.addresses, address] })
    }
    let isChanged = false
    for (const tag of [...this.#rules.keys()].filter((tag) => tag !== GONE && !wanted.has(tag))) {
      isChanged = (await this.#setRule(tag, [])) || isChanged
    }
    for (const [tag, { email, addresses }] of wanted) {
      isChanged = (await this.#setRule(tag, [email], addresses)) || isChanged
    }
    return isChanged
  }

  seen(): ReturnType<Owners['seen']> {
    return this.#owners.seen()
  }

  async presence(): Promise<Presence> {
    const { api, setup } = this.#get()
    const presence = await this.#owners.presence([setup.port], NO_PORTS)
    const online = await api.online()
    for (const { email, addresses } of online) {
      const number = numberOf(email.replace(/@n\d+$/, ''))
      if (number === null) continue
      const known = presence.addresses.get(number) ?? new Set()
      presence.addresses.set(number, new Set([...known, ...addresses]))
    }
    const connections = isUdpOnly(setup) ? online.length : presence.connections
    return { ...presence, connections }
  }

  takeRefusals(): number {
    return this.#log.takeRefusals()
  }

  stop(): Promise<Reading | null> {
    return this.#frame.stop(
      () => unlessHanging(this.#quiet()),
      ({ api }) => api.close(),
    )
  }

  isGone(): boolean {
    return false
  }

  /** Lets nobody in and ends all connections. */
  async #quiet(): Promise<Reading> {
    const { api, setup } = this.#get()
    await api.removeInbound(MAIN_TAG).catch(() => {})
    await this.#owners.closeAll([setup.port])
    return readUntilQuiet(() => this.read())
  }

  /** Returns numbers that the engine does not have. If it has a user that it should not have, it is restarted. */
  #compare(found: readonly string[], setup: NodeSetup): number[] {
    const wanted = new Map([...this.#users.values()].map((user) => [emailOf(setup.nodeId, user), user.number]))
    const names = found.map((email) => email.toLowerCase()).filter((email) => email !== NOBODY)
    const unknown = names.filter((email) => !wanted.has(email))
    if (unknown.length > 0) throw new Doubt(`${unknown.length} users are in the engine whom nobody let in`)
    const inEngine = new Set(names)
    if (inEngine.size < names.length) throw new Doubt('a user is in the engine twice')
    return [...wanted].filter(([email]) => !inEngine.has(email)).map(([, number]) => number)
  }

  /** Returns whether anything changed. Without users the rule goes. */
  async #setRule(tag: string, users: string[], addresses: string[] = []): Promise<boolean> {
    const { api } = this.#get()
    const rule = { users, addresses: addresses.toSorted() }
    if (JSON.stringify(this.#rules.get(tag)) === JSON.stringify(rule)) return false
    // The engine takes no second rule under a tag, and removing one that is not there is no error.
    await api.removeRule(tag)
    this.#rules.delete(tag)
    if (users.length === 0) return true
    await api.addRule({ tag, outbound: NOWHERE, ...rule })
    this.#rules.set(tag, rule)
    return true
  }

  async #letBack(emails: readonly string[]): Promise<void> {
    const gone = this.#rules.get(GONE)?.users
    if (!gone?.some((email) => emails.includes(email))) return
    const back = new Set(emails)
    await this.#setRule(
      GONE,
      gone.filter((email) => !back.has(email)),
    )
  }

  #begin(running: Running, users: readonly AppliedUser[]): void {
    this.#frame.begin(running)
    this.#users.clear()
    for (const user of users) this.#users.set(user.number, user)
    this.#owners.forget()
    this.#rules.clear()
    this.#late = openLateBytes()
    this.#comparedMs = -Infinity
  }

  #get(): Running {
    return this.#frame.get()
  }

  async #cut(isDoomed: (owner: number | null, address: string) => boolean): Promise<number> {
    const { setup } = this.#get()
    return isUdpOnly(setup) ? 0 : this.#owners.cut([setup.port], NO_PORTS, isDoomed)
  }
}

const isUdpOnly = ({ protocol }: NodeSetup) => protocol === 'hysteria2'

/** Older ones ignore the fence without a word. */
async function checkVersion(command: string): Promise<void> {
  const { stdout } = await run(command, ['version']).catch((error: unknown) => {
    throw new Error(`cannot start ${command}: install Xray, or name it under \`engines\` in agent.json`, {
      cause: error,
    })
  })
  const found = /^Xray (\d+)\.(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? []
  const at = OLDEST.findIndex((part, index) => found[index] !== part)
  if (at >= 0 && !((found[at] ?? 0) > OLDEST[at]!)) throw new Error(`Xray ${OLDEST.join('.')} or newer is needed`)
}

function findOurs(folder: string): number[] {
  return findProcesses((line) => line.at(-2) === '-config' && line.at(-1) === path.join(folder, CONFIG))
}

function numberOf(name: string): number | null {
  const match = /^u(-?\d+)\.g\d+$/i.exec(name)
  return match ? Number(match[1]) : null
}

function byNumber(counters: ReadonlyMap<string, Counter>): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { number, up, down } of counters.values()) sums.set(number, (sums.get(number) ?? 0) + up + down)
  return sums
}
