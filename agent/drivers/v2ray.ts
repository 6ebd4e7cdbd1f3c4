import { writeFileSync } from 'node:fs'
import path from 'node:path'

import type { NodeSetup } from '../../contract/node-api.ts'
import { isOnLifeline, lifelineSocket } from '../lifeline.ts'
import { messageOf } from '../log.ts'
import { bootOf, endProcess, findProcesses } from '../process-table.ts'
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
  ownersByPort,
  readUntilQuiet,
  startEngine,
  unlessHanging,
} from './driver-frame.ts'
import { Doubt, type AppliedUser, type Driver, type EngineUser, type Presence, type Reading } from './driver.ts'
import { canConnect, prepareFolder, reachable, type EngineProcess } from './engine-process.ts'
import { inParallel } from './in-parallel.ts'
import { openSlots, SLOTS, type Slots } from './lifeline-slots.ts'
import { openOwners, type Owners } from './socket-owners.ts'
import { openV2rayApi, type V2rayApi } from './v2ray-api.ts'
import { controlSocket, emailOf, emailOfSlot, MAIN_TAG, shadowsocksTag, v2rayConfig } from './v2ray-config.ts'
import { addUser, isUsable, removeUser } from './v2ray-users.ts'

type Options = { dir: string; sockets: Sockets } & Pick<Settings, 'listen' | 'tls' | 'reach' | 'engines'>
type Running = { engine: EngineProcess; api: V2rayApi; setup: NodeSetup }

const CONFIG = 'v2ray.json'

/** v2ray 4: vless, vmess and trojan with many users on one port; shadowsocks with one port per user. */
export class V2rayDriver implements Driver {
  readonly counterLagSeconds = 0
  readonly addChunk = 500
  readonly #options: Options
  readonly #files: ReturnType<typeof engineFiles>
  readonly #frame = openFrame<Running>()
  readonly #users = new Map<number, AppliedUser>()
  readonly #log: AccessLog
  readonly #owners: Owners
  readonly #slots: Slots

  constructor(options: Options) {
    this.#options = options
    this.#files = engineFiles(options.dir)
    this.#slots = openSlots(this.#files.file('slots.json'))
    this.#log = openAccessLog(this.#files.accessLog, this.#slots.holder)
    this.#owners = openOwners({ sockets: options.sockets, takeAccesses: this.#log.take })
  }

  async attach(setup: NodeSetup, applied: readonly AppliedUser[]): Promise<string | null> {
    const [pid, ...others] = findOurs(this.#files.folder).sort((a, b) => b - a)
    // Never seen so far: a new engine is started only after the old one is gone.
    for (const other of others) await endProcess(other, bootOf(other) ?? '')
    const engine = leftRunning(pid === undefined ? [] : [pid])
    if (!engine) return null
    const api = openV2rayApi(controlSocket(this.#files.folder))
    this.#slots.restore(new Set(applied.map(({ number }) => number)))
    this.#begin({ engine, api, setup }, applied)
    return engine.boot
  }

  async start(setup: NodeSetup, wanted: readonly EngineUser[]): Promise<{ boot: string; failed: number[] }> {
    const { dir, listen, tls, reach, engines, sockets } = this.#options
    const { folder, accessLog, engineLog, output } = this.#files
    prepareFolder(folder)
    this.#log.restart()
    const isSs = setup.protocol === 'shadowsocks'
    // With one bad user, or one port that another process holds, the engine would not start at all.
    const taken = new Set(isSs ? await sockets.listeners() : [])
    const usable = wanted.filter((user) => isUsable(setup, user) && !taken.has(user.port ?? 0))
    this.#slots.clear()
    const nameless = this.#nameLifelines(usable)
    const good = usable.filter(({ number }) => !nameless.has(number))
    const config = path.join(folder, CONFIG)
    const emails = Array.from({ length: SLOTS }, (_, slot) => emailOfSlot(setup.nodeId, slot))
    const lifeline = { socket: lifelineSocket(dir), emails }
    const users = good.map((user) => this.#named(setup, user))
    const content = v2rayConfig({ setup, users, lifeline, folder, accessLog, errorLog: engineLog, listen, tls, reach })
    writeFileSync(config, JSON.stringify(content), { mode: 0o600 })
    const api = openV2rayApi(controlSocket(folder))
    const doors = isSs ? good.slice(-1).flatMap(({ port }) => port ?? []) : [setup.port]
    const isReady = async () => {
      // The control socket opens before the engine answers there, and it answers before the other ports are open.
      const answers = await api.stats().catch(() => null)
      for (const door of doors) if (answers && !(await canConnect(door, reachable(listen)))) return false
      return answers !== null
    }
    const words = ['-config', config]
    const engine = await startEngine({ command: engines.v2ray, words, output, isReady, onFailure: api.close })
    this.#begin({ engine, api, setup }, good)
    return { boot: engine.boot, failed: numbersWithout(wanted, good) }
  }

  isRunning(): boolean {
    return this.#frame.isRunning()
  }

  async read(): Promise<Reading> {
    const { engine, api } = this.#get()
    this.#owners.look()
    keepShort(this.#files.engineLog)
    const stats = await askEngine(engine, api.stats)
    return { boot: engine.boot, counters: countersOf(stats, (name) => numberOf(name, this.#slots)) }
  }

  async add(wanted: readonly EngineUser[]): Promise<number[]> {
    const { api, setup } = this.#get()
    const { listen } = this.#options
    const isSs = setup.protocol === 'shadowsocks'
    const taken = isSs ? await this.#listeners() : new Map<number, number>()
    const failed: number[] = []
    const nameless = this.#nameLifelines(wanted)
    await inParallel(wanted, async (one) => {
      // The engine accepts a second inbound on a port, and no call can end it again.
      const isTaken = isSs && taken.has(one.port ?? 0)
      if (nameless.has(one.number) || !isUsable(setup, one) || isTaken) return void failed.push(one.number)
      const user = this.#named(setup, one)
      try {
        await addUser(api, setup, user, listen)
      } catch (error) {
        if (isSs || !/already exists/.test(messageOf(error))) return void failed.push(user.number)
        // This user is not in the list of applied users, so the credential may differ.
        await removeUser(api, setup, user)
        await addUser(api, setup, user, listen)
      }
      this.#users.set(user.number, user)
    })
    this.#slots.release(failed)
    return failed
  }

  async remove(gone: readonly AppliedUser[]): Promise<void> {
    const { api, setup } = this.#get()
    await inParallel(gone, async (user) => {
      await removeUser(api, setup, this.#named(setup, user)).catch((error: unknown) => {
        if (!/not found/.test(messageOf(error))) throw new Doubt(`cannot remove ${user.number}`, { cause: error })
      })
    })
    const numbers = new Set(gone.map(({ number }) => number))
    // Removing a user does not end live streams: they go on and are still counted.
    const survivors = await this.#cut((owner) => owner === null || numbers.has(owner))
    for (const number of numbers) this.#users.delete(number)
    this.#slots.release(numbers)
    if (survivors > 0) throw new Doubt(`${survivors} connections could not be cut`)
    if (setup.protocol !== 'shadowsocks') return
    const left = await this.#listeners()
    const open = gone.filter(({ port }) => left.has(port ?? 0))
    if (open.length > 0) throw new Doubt(`${open.length} ports still listen after removal`)
  }

  async verify(): Promise<number[]> {
    const { setup } = this.#get()
    for (const user of this.#users.values()) this.#emailOf(setup, user)
    const found = await this.#listeners()
    const double = this.#ports().find((port) => (found.get(port) ?? 0) > 1)
    if (double !== undefined) throw new Doubt(`two listeners on port ${double}`)
    if (setup.protocol === 'shadowsocks') {
      return [...this.#users.values()].filter(({ port }) => !found.has(port ?? 0)).map(({ number }) => number)
    }
    if (!found.has(setup.port)) throw new Doubt(`nothing listens on port ${setup.port}`)
    return []
  }

  async cut(user: AppliedUser, addresses: ReadonlySet<string>): Promise<void> {
    await this.#cut((owner, address) => owner === user.number && addresses.has(address))
  }

  seen(): ReturnType<Owners['seen']> {
    return this.#owners.seen()
  }

  presence(): Promise<Presence> {
    return this.#owners.presence(this.#ports(), this.#ownerOfPort())
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
    const tags = setup.protocol === 'shadowsocks' ? [...this.#users.values()].map(shadowsocksTag) : [MAIN_TAG]
    await inParallel(tags, async (tag) => void (await api.removeInbound(tag).catch(() => {})))
    await this.#owners.closeAll(this.#ports())
    return readUntilQuiet(() => this.read())
  }

  #begin(running: Running, users: readonly AppliedUser[]): void {
    this.#frame.begin(running)
    this.#users.clear()
    for (const user of users) this.#users.set(user.number, user)
    this.#owners.forget()
  }

  /** Returns the numbers that got no name. */
  #nameLifelines(users: readonly EngineUser[]): Set<number> {
    return this.#slots.take(users.filter(isOnLifeline).map(({ number }) => number))
  }

  #named<U extends AppliedUser>(setup: NodeSetup, user: U): U & { email: string } {
    return { ...user, email: this.#emailOf(setup, user) }
  }

  #emailOf({ nodeId }: NodeSetup, user: AppliedUser): string {
    if (!isOnLifeline(user)) return emailOf(nodeId, user)
    const slot = this.#slots.of(user.number)
    if (slot === undefined) throw new Doubt(`no name is known for ${user.number}`)
    return emailOfSlot(nodeId, slot)
  }

  #get(): Running {
    return this.#frame.get()
  }

  #ports(): number[] {
    const { setup } = this.#get()
    if (setup.protocol !== 'shadowsocks') return [setup.port]
    return [...this.#ownerOfPort().keys()]
  }

  #ownerOfPort(): Map<number, number> {
    return ownersByPort(this.#users.values())
  }

  #cut(isDoomed: (owner: number | null, address: string) => boolean): Promise<number> {
    return this.#owners.cut(this.#ports(), this.#ownerOfPort(), isDoomed)
  }

  async #listeners(): Promise<Map<number, number>> {
    const counts = new Map<number, number>()
    for (const port of await this.#options.sockets.listeners()) counts.set(port, (counts.get(port) ?? 0) + 1)
    return counts
  }
}

function findOurs(folder: string): number[] {
  return findProcesses(
    (line) => line.at(-2) === '-config' && (line.at(-1) ?? '').startsWith(path.join(folder, 'v2ray')),
  )
}

function numberOf(name: string, { holder }: Slots): number | null {
  const [, number, slot] = /^(?:u(\d+)\.g\d+|r(\d+))$/.exec(name) ?? []
  if (slot !== undefined) return holder(Number(slot))
  return number === undefined ? null : Number(number)
}
