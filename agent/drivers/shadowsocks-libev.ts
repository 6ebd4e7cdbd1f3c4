import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { NodeSetup } from '../../contract/node-api.ts'
import { argumentsOf, bootOf, endProcess, findProcesses } from '../process-table.ts'
import type { Settings } from '../settings.ts'
import type { Sockets } from '../sockets.ts'
import { blockedRanges } from './blocked-ranges.ts'
import { leftRunning, openFrame, ownersByPort, startEngine } from './driver-frame.ts'
import { Doubt, type AppliedUser, type Driver, type EngineUser, type Presence, type Reading } from './driver.ts'
import { canConnect, freePort, knownProcess, reachable } from './engine-process.ts'
import type { EngineProcess } from './engine-process.ts'
import { openOwners, type Owners } from './socket-owners.ts'
import { openSsManager, type SsManager } from './ss-manager.ts'

type Options = { dir: string; sockets: Sockets } & Pick<Settings, 'listen' | 'reach' | 'engines'>
type Running = { engine: EngineProcess; manager: SsManager; cipher: string }

/**
 * With more users the manager leaves ports out of its answers: it fills half of 65,535 bytes and drops the next port.
 */
const USERS_MAX = 1_500
/** A server that took the port listens after about 10 ms. */
const LISTEN_TRIES = 50

/** ss-manager with one ss-server per user. Removing a user ends live streams. Counters are up to 5 s old. */
export class ShadowsocksLibevDriver implements Driver {
  readonly counterLagSeconds = 5
  readonly addChunk = 50
  readonly #options: Options
  readonly #folder: string
  readonly #frame = openFrame<Running>()
  readonly #users = new Map<number, AppliedUser>()
  /** Servers by port. They are kept after a crash, because the manager still reports what the server had counted. */
  readonly #servers = new Map<number, EngineProcess>()
  readonly #owners: Owners

  constructor(options: Options) {
    this.#options = options
    this.#folder = path.join(options.dir, 'engine', 'shadowsocks')
    this.#owners = openOwners({ sockets: options.sockets, takeAccesses: () => [] })
  }

  async attach(setup: NodeSetup, applied: readonly AppliedUser[]): Promise<string | null> {
    const engine = leftRunning(this.#findOurs('ss-manager'))
    if (!engine) return null
    const line = argumentsOf(engine.pid)
    const managerPort = Number(line[line.indexOf('--manager-address') + 1]?.split(':')[1])
    const manager = openSsManager(managerPort)
    this.#begin({ engine, manager, cipher: String(setup.settings.cipher) }, applied)
    return engine.boot
  }

  async start(setup: NodeSetup, wanted: readonly EngineUser[]): Promise<{ boot: string; failed: number[] }> {
    const { listen, reach, engines } = this.#options
    // Servers outlive their manager. A new manager would end every pid named in old files, even if another process has
    // that pid by now.
    await this.#endServers()
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const cipher = String(setup.settings.cipher)
    const port = await freePort()
    const acl = path.join(this.#folder, 'out.acl')
    // This engine does not match an IPv4 address written as IPv6 with IPv4 ranges.
    writeFileSync(acl, ['[outbound_block_list]', ...blockedRanges(reach), '::ffff:0:0/96', ''].join('\n'), {
      mode: 0o600,
    })
    const control = ['--manager-address', `127.0.0.1:${port}`, '--executable', engines.ssServer, '-D', this.#folder]
    const output = path.join(this.#folder, '..', 'output.log')
    // No UDP (`-u`): its relay ignores the block list, and the manager's control port is UDP without a password.
    const words = ['-s', listen, '-m', cipher, '--acl', acl, '-t', '60', ...control]
    const manager = openSsManager(port)
    const isReady = async () => (await manager.ping()) !== null
    const engine = await startEngine({ command: engines.ssManager, words, output, isReady })
    this.#begin({ engine, manager, cipher }, [])
    return { boot: engine.boot, failed: await this.add(wanted) }
  }

  isRunning(): boolean {
    return this.#frame.isRunning()
  }

  async read(): Promise<Reading> {
    const { engine, manager } = this.#get()
    const bytesByPort = await manager.ping()
    if (bytesByPort === null || !engine.isRunning()) throw new Error('ss-manager does not answer')
    const counters: Reading['counters'] = new Map()
    for (const { number, port } of this.#users.values()) {
      const bytes = bytesByPort.get(port ?? 0)
      const server = this.#servers.get(port ?? 0)
      // Each server counts from 0, so each has its own counter. It has one number for both directions, which is
      // reported as download.
      if (bytes !== undefined && server) counters.set(`${number}@${server.boot}`, { number, up: 0, down: bytes })
    }
    return { boot: engine.boot, counters }
  }

  async add(wanted: readonly EngineUser[]): Promise<number[]> {
    const failed: number[] = []
    for (const user of wanted) {
      const isRoom = this.#users.size < USERS_MAX
      if (isRoom && user.port !== null && (await this.#addOne(user, user.port))) this.#users.set(user.number, user)
      else failed.push(user.number)
    }
    return failed
  }

  async remove(gone: readonly AppliedUser[]): Promise<void> {
    for (const { number, port } of gone) {
      if (port !== null) await this.#removeOne(port)
      this.#users.delete(number)
    }
  }

  /** The manager still lists and reports a server that crashed, so check the processes. */
  async verify(): Promise<number[]> {
    if (!this.isRunning()) throw new Doubt('ss-manager is gone')
    return [...this.#users.values()]
      .filter(({ port }) => !this.#servers.get(port ?? 0)?.isRunning())
      .map(({ number }) => number)
  }

  async cut(user: AppliedUser, addresses: ReadonlySet<string>): Promise<void> {
    const ports = user.port === null ? [] : [user.port]
    await this.#owners.cut(ports, this.#ownerOfPort(), (_, address) => addresses.has(address))
  }

  seen(): [] {
    return []
  }

  presence(): Promise<Presence> {
    const owners = this.#ownerOfPort()
    return this.#owners.presence([...owners.keys()], owners)
  }

  stop(): Promise<Reading | null> {
    return this.#frame.stop(
      () => this.read(),
      () => this.#endServers(),
    )
  }

  isGone(key: string): boolean {
    const boot = key.slice(key.indexOf('@') + 1)
    return bootOf(Number(boot.split('.')[1])) !== boot
  }

  async #addOne(user: EngineUser, port: number): Promise<boolean> {
    const { manager, cipher } = this.#get()
    for (let tries = 0; tries < 3; tries += 1) {
      // Adding to a port in use ends its server and answers that the port is taken. Then nobody serves the port.
      if (await canConnect(port, reachable(this.#options.listen))) await this.#removeOne(port)
      const answer = await manager.add({ port, password: user.credential, method: cipher })
      if (answer === 'ok' && (await this.#isListening(port))) return true
      await manager.remove(port)
    }
    return false
  }

  async #isListening(port: number): Promise<boolean> {
    for (let tries = 0; tries < LISTEN_TRIES; tries += 1) {
      const server = this.#findServer(port)
      if (server && (await canConnect(port, reachable(this.#options.listen)))) {
        this.#servers.set(port, server)
        return true
      }
      await sleep(10)
    }
    return false
  }

  async #removeOne(port: number): Promise<void> {
    const { manager } = this.#get()
    const server = this.#servers.get(port) ?? this.#findServer(port)
    if ((await manager.remove(port)) === null) throw new Doubt('ss-manager does not answer')
    await server?.end()
    this.#servers.delete(port)
    // A file left behind would name a pid that another process may get.
    rmSync(this.#pidFile(port), { force: true })
  }

  #findServer(port: number): EngineProcess | null {
    try {
      const pid = Number(readFileSync(this.#pidFile(port), 'utf8'))
      const boot = bootOf(pid)
      const isOurs = argumentsOf(pid).includes(this.#pidFile(port))
      return boot !== null && isOurs ? knownProcess(pid, boot) : null
    } catch {
      return null
    }
  }

  async #endServers(): Promise<void> {
    for (const pid of this.#findOurs('ss-server')) await endProcess(pid, bootOf(pid) ?? '')
  }

  #findOurs(name: string): number[] {
    return findProcesses(([command = '', ...rest]) => {
      return path.basename(command) === name && rest.some((word) => word.startsWith(this.#folder))
    })
  }

  #pidFile(port: number): string {
    return path.join(this.#folder, `.shadowsocks_${port}.pid`)
  }

  #begin(running: Running, users: readonly AppliedUser[]): void {
    this.#frame.begin(running)
    this.#users.clear()
    this.#servers.clear()
    for (const user of users) {
      this.#users.set(user.number, user)
      const server = this.#findServer(user.port ?? 0)
      if (server) this.#servers.set(user.port ?? 0, server)
    }
  }

  #get(): Running {
    return this.#frame.get()
  }

  #ownerOfPort(): Map<number, number> {
    return ownersByPort(this.#users.values())
  }
}
