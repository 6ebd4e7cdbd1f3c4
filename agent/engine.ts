import { createHash, randomUUID } from 'node:crypto'

import type { NodeSetup, NodeStateReport } from '../contract/node-api.ts'
import { tellsBlocked } from '../contract/node-engines.ts'
import type { AppliedUsers } from './applied-users.ts'
import { noGain, type Gain } from './count/counts.ts'
import type { Tally } from './count/tally.ts'
import { Doubt, type Driver, type EngineUser, type Pair, type Presence } from './drivers/driver.ts'
import { messageOf, type Log } from './log.ts'

export type EngineState = 'running' | 'starting' | 'down'
type Options = {
  /** First the driver of this setup, then the others: an earlier setup may have left one of their engines running. */
  makeDrivers(setup: NodeSetup): [Driver, ...Driver[]]
  tally: Tally
  applied: AppliedUsers
  log: Log
  /** Stands for the settings of this agent that are part of an engine's configuration. */
  settingsKey(setup: NodeSetup): string
}
export type Step = { isFinished: boolean; isChanged: boolean }
type Wanted = ReadonlyMap<number, EngineUser>

/** A removed user's counter may still move for this many polls: bytes were under way when the connections ended. */
const STRIKES_MAX = 2
/** If doubt causes more restarts than this within a minute, restarting does not help. */
const DOUBTS_MAX = 5

/** Keeps one engine in the state that the roster wants. Every call waits for the one before. */
export class Engine {
  readonly #options: Options
  readonly #failed = new Set<number>()
  readonly #strikes = new Map<number, number>()
  #driver: Driver | null = null
  #setup: NodeSetup | null = null
  /** Before the first attempt nothing has failed: an agent that has just started must not raise an alarm. */
  #state: EngineState = 'starting'
  #boot = ''
  #doubts: number[] = []
  /** When streams of removed users were last ended by a restart. */
  #streamsEndedMs = -Infinity
  /** Never reset, so that a report that is sent twice counts once. */
  #blocked = { run: randomUUID() as string, count: 0 }
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  get state(): EngineState {
    return this.hasCrashed ? 'down' : this.#state
  }

  get hasCrashed(): boolean {
    return this.#state === 'running' && !this.#driver?.isRunning()
  }

  get boot(): string {
    return this.#boot
  }

  get failed(): number[] {
    return [...this.#failed]
  }

  /** Whether others can look through the running engine. */
  get hasProbe(): boolean {
    return this.state === 'running' && this.#setup?.probe !== undefined
  }

  get usersApplied(): number {
    return this.#options.applied.users.size
  }

  get counterLagSeconds(): number {
    return this.#driver?.counterLagSeconds ?? 0
  }

  /** Tries that the node's own rules have refused, for the report; nothing where there are none or the engine is silent. */
  get blocked(): Pick<NodeStateReport, 'blocked'> {
    return this.#setup && tellsBlocked(this.#setup) ? { blocked: { ...this.#blocked } } : {}
  }

  /** Continues an engine that an earlier agent left running. Returns whether one was there. */
  attach(setup: NodeSetup): Promise<boolean> {
    return this.#exclusive(async () => {
      const { applied, log, makeDrivers } = this.#options
      const [driver, ...others] = makeDrivers(setup)
      for (const other of others) {
        if ((await other.attach(setup, [])) === null) continue
        log('warn', 'engine of an earlier setup found: it is ended')
        this.#driver = other
        await this.#end()
      }
      const boot = await driver.attach(setup, [...applied.users.values()])
      if (boot === null) return false
      this.#use(driver, setup, boot)
      if (applied.describes(boot, this.#setupKey(setup))) {
        log('info', 'engine adopted', { boot, users: applied.users.size })
        await this.#unlessInDoubt(() => this.#read())
        return true
      }
      log('warn', 'engine of an interrupted change found: it is ended', { boot })
      await this.#end()
      return true
    })
  }

  /** One pass: removals first, then some additions. Returns whether nothing is left to do. */
  step(setup: NodeSetup, wanted: Wanted): Promise<Step> {
    return this.#exclusive(async () => {
      const isSame = this.#setup !== null && this.#setupKey(this.#setup) === this.#setupKey(setup)
      const driver = this.#driver
      if (driver?.isRunning() && isSame && !this.#isBetterFresh(driver, wanted)) {
        const done = await this.#unlessInDoubt(() => this.#change(driver, wanted))
        if (done) return done
      }
      await this.#restart(setup, wanted)
      return { isFinished: true, isChanged: true }
    })
  }

  /** Reads the counters and checks that the engine serves the applied users. Ends an engine that does not. */
  poll(): Promise<Gain> {
    return this.#exclusive(async () => {
      const driver = this.#driver
      if (!driver?.isRunning()) return noGain()
      const gain = await this.#unlessInDoubt(async () => {
        const gain = await this.#read()
        this.#watchRemoved(gain.byNumber)
        for (const number of await driver.verify()) await this.#drop(driver, number)
        return gain
      })
      return gain ?? noGain()
    })
  }

  /** Users that could not be added get another try. */
  retryFailed(): void {
    this.#failed.clear()
  }

  cut(over: ReadonlyMap<number, ReadonlySet<string>>): Promise<void> {
    return this.#exclusive(async () => {
      for (const [number, addresses] of over) {
        const user = this.#options.applied.users.get(number)
        if (user && this.#driver?.isRunning()) await this.#driver.cut(user, addresses)
      }
    })
  }

  /** Bytes of a user that the engine will only count later. */
  lateBytes(number: number): number {
    return this.#driver?.late?.(number) ?? 0
  }

  /** Keeps exactly these pairs out, by the engine itself. Null: this engine cannot. */
  shut(pairs: readonly Pair[]): Promise<boolean | null> {
    return this.#exclusive(async () => {
      const driver = this.#driver
      if (!driver?.shut) return null
      return driver.isRunning() ? driver.shut(pairs) : false
    })
  }

  get seen(): ReturnType<Driver['seen']> {
    return this.#driver?.seen() ?? []
  }

  presence(): Promise<Presence> {
    return this.#exclusive(async () => {
      return this.#driver?.isRunning()
        ? this.#driver.presence()
        : { connections: 0, addresses: new Map(), claimed: new Set() }
    })
  }

  stop(): Promise<void> {
    return this.#exclusive(() => this.#end())
  }

  /** Nobody is connected, so a restart with all users disturbs nobody, and it takes a tenth of the time. */
  #isBetterFresh(driver: Driver, wanted: Wanted): boolean {
    if (this.#options.applied.users.size > 0) return false
    return [...wanted.keys()].filter((number) => !this.#failed.has(number)).length > driver.addChunk
  }

  async #change(driver: Driver, wanted: Wanted): Promise<Step> {
    const { applied, log } = this.#options
    const gone = [...applied.users.values()].filter((row) => {
      const user = wanted.get(row.number)
      return !user || !applied.has(user)
    })
    if (gone.length > 0) {
      // Read the counters now, because the engine forgets removed users.
      await this.#read()
      applied.begin()
      await driver.remove(gone)
      for (const { number } of gone) applied.removed(number)
      log('info', 'users removed', { count: gone.length, first: gone[0]?.number ?? null })
    }
    const missing = [...wanted.values()].filter((user) => !applied.has(user) && !this.#failed.has(user.number))
    const chunk = missing.slice(0, driver.addChunk)
    if (chunk.length > 0) {
      applied.begin()
      const failed = new Set(await driver.add(chunk))
      for (const user of chunk) if (!failed.has(user.number)) applied.added(user)
      this.#fail(failed)
      log('info', 'users added', { count: chunk.length - failed.size, first: chunk[0]?.number ?? null })
    }
    const isChanged = gone.length > 0 || chunk.length > 0
    if (isChanged) for (const number of await driver.verify()) await this.#drop(driver, number)
    applied.commit()
    return { isFinished: missing.length <= chunk.length, isChanged }
  }

  /** Returns null after a doubt: the engine has then been ended, with its counters read. */
  async #unlessInDoubt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Doubt)) throw error
      this.#options.log('warn', 'engine in doubt: it is restarted', { reason: messageOf(error) })
      await this.#end()
      const now = performance.now()
      this.#doubts = [...this.#doubts.filter((at) => now - at < 60_000), now]
      if (this.#doubts.length > DOUBTS_MAX) throw new Error('the engine is restarted again and again', { cause: error })
      return null
    }
  }

  async #restart(setup: NodeSetup, wanted: Wanted): Promise<void> {
    const { applied, log, makeDrivers } = this.#options
    const startedAt = performance.now()
    await this.#end()
    this.#state = 'starting'
    this.#failed.clear()
    try {
      const [driver] = makeDrivers(setup)
      const users = [...wanted.values()]
      const { boot, failed } = await driver.start(setup, users)
      this.#use(driver, setup, boot)
      const refused = new Set(failed)
      applied.restart(
        boot,
        this.#setupKey(setup),
        users.filter(({ number }) => !refused.has(number)),
      )
      this.#fail(refused)
      const ms = Math.round(performance.now() - startedAt)
      log('info', 'engine started', { boot, users: users.length - refused.size, ms })
    } catch (error) {
      this.#state = 'down'
      throw error
    }
  }

  async #end(): Promise<void> {
    const driver = this.#driver
    if (!driver) return
    const last = await driver.stop()
    if (last) this.#options.tally.take(last)
    this.#blocked.count += driver.takeRefusals?.() ?? 0
    this.#driver = null
    this.#state = 'down'
    this.#strikes.clear()
  }

  async #read(): Promise<Gain> {
    if (!this.#driver) return noGain()
    const { tally, log } = this.#options
    const driver = this.#driver
    const reading = await driver.read().catch((error: unknown) => {
      // An engine that no longer answers can neither report counters nor end users.
      throw new Doubt('the engine does not answer', { cause: error })
    })
    this.#blocked.count += driver.takeRefusals?.() ?? 0
    const { gain, wrongKeys } = tally.take(reading)
    tally.forget(reading, (key) => driver.isGone(key))
    for (const key of wrongKeys) log('error', 'counter went backwards or is impossible: not counted', { key })
    return gain
  }

  /** A cut knows only the connections it has seen. A counter that keeps moving shows that one was missed. */
  #watchRemoved(added: ReadonlyMap<number, number>): void {
    const { users } = this.#options.applied
    for (const number of this.#strikes.keys()) if (!added.has(number)) this.#strikes.delete(number)
    for (const [number, bytes] of added) {
      if (bytes === 0 || users.has(number)) continue
      const strikes = (this.#strikes.get(number) ?? 0) + 1
      this.#strikes.set(number, strikes)
      if (strikes >= STRIKES_MAX && this.#mayEndStreams()) {
        throw new Doubt(`${number} is removed and still uses the node`)
      }
    }
  }

  #mayEndStreams(): boolean {
    const now = performance.now()
    if (now - this.#streamsEndedMs < (this.#driver?.streamsEndEveryMs ?? 0)) return false
    this.#streamsEndedMs = now
    return true
  }

  async #drop(driver: Driver, number: number): Promise<void> {
    const { applied, log } = this.#options
    const user = applied.users.get(number)
    if (!user) return
    log('warn', 'user is not served: added again', { number })
    await driver.remove([user])
    applied.begin()
    applied.removed(number)
  }

  #fail(numbers: ReadonlySet<number>): void {
    for (const number of numbers) this.#failed.add(number)
    if (numbers.size > 0) this.#options.log('error', 'users could not be added', { count: numbers.size })
  }

  #use(driver: Driver, setup: NodeSetup, boot: string): void {
    this.#driver = driver
    this.#setup = setup
    this.#boot = boot
    this.#state = 'running'
  }

  /** Identifies what a running engine was configured with. A new name of the node is no reason to restart it. */
  #setupKey(setup: NodeSetup): string {
    const { nodeId, protocol, port, secrets, probe } = setup
    // Only clients go by this: the portal fills it in by itself.
    const { certSha256: _pin, allowInsecure: _leniency, ...settings } = setup.settings
    const text = JSON.stringify([
      nodeId,
      protocol,
      port,
      settings,
      this.#options.settingsKey(setup),
      ...(secrets ? [secrets] : []),
      ...(probe ? [probe] : []),
    ])
    return createHash('sha256').update(text).digest('hex')
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work)
    this.#queue = mine.catch(() => {})
    return mine
  }
}
