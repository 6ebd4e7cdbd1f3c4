import type { NodeUser } from '../contract/node-api.ts'
import { openAppliedUsers } from './applied-users.ts'
import { makeBell } from './bell.ts'
import { noGain, type Gain } from './count/counts.ts'
import { openTally } from './count/tally.ts'
import type { EngineUser } from './drivers/driver.ts'
import { makeDrivers } from './drivers/make-drivers.ts'
import { wantedUsers } from './enforce.ts'
import { watchEngineVersion } from './engine-version.ts'
import { Engine } from './engine.ts'
import { watchFirstBytes } from './first-bytes.ts'
import { fitAddresses } from './fit-addresses.ts'
import { openForwarder, type Dialling } from './forwarder.ts'
import { openGate } from './gate.ts'
import { openHealth } from './health.ts'
import { openKeptOut } from './kept-out.ts'
import { hasLifeline, isOnLifeline, lifelineSocket } from './lifeline.ts'
import { log } from './log.ts'
import { lookAtOthers } from './looks/look-at-others.ts'
import { openMachineLoad } from './machine-load.ts'
import { pause } from './pause.ts'
import { openPortal, Refused, type Portal } from './portal.ts'
import { drain, save } from './push.ts'
import { watchQuotaEnds } from './quota-ends.ts'
import { openRoster } from './roster.ts'
import type { Settings } from './settings.ts'
import { shutOut } from './shut-out.ts'
import type { Status } from './status-socket.ts'
import { SERVING, UPDATE_READY } from './update/launch.ts'
import { makeUpdater } from './update/updater.ts'
import { AGENT_VERSION } from './version.ts'

export const EXIT_REPLACED = 3
const RETRY_FACTOR_MAX = 30
const LAST_PUSH_MS = 3_000
/** A new address is reported at once, but on a busy node at most this often. */
const NEWCOMER_MS = 1_000
/** A user without bytes for this long has left; the first byte after it is pushed at once. */
const PAUSE_MS = 60_000

/** For tests: on loopback, or without engine and portal. */
type Parts = { dialling?: Dialling; portal?: Portal; makeDrivers?: typeof makeDrivers }

/** The agent of one node: it follows the portal's roster, drives the engine and counts traffic. */
export class Agent {
  readonly #dir: string
  readonly #settings: Settings
  readonly #portal
  readonly #health = openHealth(log)
  readonly #roster
  readonly #tally
  readonly #applied
  readonly #engine
  readonly #gate
  readonly #lookAtOthers
  readonly #forwarder
  readonly #updater: ReturnType<typeof makeUpdater>
  readonly #quotaEnds
  readonly #versionOf
  readonly #keptOut = openKeptOut()
  readonly #load = openMachineLoad()
  readonly #firstBytes = watchFirstBytes({ pauseMs: PAUSE_MS })
  readonly #work = makeBell()
  readonly #report = makeBell()
  readonly #push = makeBell()
  readonly #ending = new AbortController()
  #exitCode = 0
  #isAttached = false
  #appliedRevision = 0
  #needsAll = true
  #polling = new AbortController()
  #wholePushMs = -Infinity
  #isPortalTaking = true
  /** A portal of an older release refuses the question. */
  #knowsLifelines = true
  #gain: Gain = noGain()
  #gainSinceMs = performance.now()
  #connections = 0
  #reports = 0
  #latencyMs: number | null = null
  #over: ReadonlyMap<number, ReadonlySet<string>> = new Map()

  constructor(dir: string, settings: Settings, parts: Parts = {}) {
    this.#dir = dir
    this.#settings = settings
    this.#portal = parts.portal ?? openPortal(settings.server, settings)
    this.#versionOf = watchEngineVersion(settings.engines)
    this.#quotaEnds = watchQuotaEnds(settings.intervals.pollMs)
    const looker = { dir, settings, dialling: parts.dialling, hasProbe: () => this.#engine.hasProbe }
    this.#lookAtOthers = () => lookAtOthers({ ...looker, portal: this.#portal }, this.#ending.signal)
    this.#roster = openRoster(dir)
    this.#tally = openTally(dir, { maxPending: settings.maxPending })
    this.#applied = openAppliedUsers(dir)
    this.#gate = openGate(settings.engines.tc)
    // As after a kill: the engine serves on, and the next release takes it over.
    this.#updater = makeUpdater({ dir, settings, onReady: () => process.exit(UPDATE_READY) })
    this.#forwarder = openForwarder(lifelineSocket(dir), parts.dialling)
    this.#engine = new Engine({
      makeDrivers: (setup) => (parts.makeDrivers ?? makeDrivers)(setup, dir, settings, this.#forwarder.openDoor),
      tally: this.#tally,
      applied: this.#applied,
      log,
      // An engine that an agent without lifelines left must not be taken over: it would let such users everywhere.
      settingsKey: JSON.stringify([settings.listen, settings.tls, settings.reach, 'lifelines']),
    })
  }

  /** Runs until `end` or until the portal says that another agent took this node over. Returns the exit code. */
  async run(): Promise<number> {
    const { intervals } = this.#settings
    if (this.#tally.damagedFile) {
      this.#health.bad('counts', new Error(`the record was damaged and is kept as ${this.#tally.damagedFile}`))
    }
    await this.#forwarder.listen().catch((error: unknown) => this.#health.bad('lifeline', error))
    this.#forwarder.allow(this.#roster.places())
    await Promise.all([
      this.#loop(this.#work, this.#quotaEnds.untilNextLookMs, () => this.#workOnce(), 'engine'),
      this.#loop(this.#push, this.#untilWholePushMs.bind(this), () => this.#pushOnce(), 'push'),
      this.#loop(this.#report, intervals.stateMs, () => this.#reportOnce(), 'portal'),
      this.#loop(makeBell(), intervals.watchMs, async () => this.#watch(), 'engine'),
      this.#followRoster(),
      this.#lookAtOthers(),
    ])
    await this.#finish()
    return this.#exitCode
  }

  end(exitCode = 0): void {
    if (this.#ending.signal.aborted) return
    this.#exitCode = exitCode
    this.#ending.abort()
    this.#polling.abort()
    for (const bell of [this.#work, this.#push, this.#report]) bell.ring()
  }

  status(): Status {
    const { nodeId, server } = this.#settings
    const leaseUntilMs = this.#roster.leaseUntilMs()
    return {
      pid: process.pid,
      version: AGENT_VERSION,
      nodeId,
      server,
      engine: this.#engine.state,
      boot: this.#engine.boot,
      revision: this.#roster.revision(),
      appliedRevision: this.#appliedRevision,
      usersWanted: this.#roster.users.size,
      usersApplied: this.#engine.usersApplied,
      usersFailed: this.#engine.failed.length,
      pendingBatches: this.#tally.counts.pending.length,
      connections: this.#connections,
      leaseUntil: leaseUntilMs === 0 ? null : new Date(leaseUntilMs).toISOString(),
      lastContactAt: this.#health.lastContactAt(),
      lastError: this.#health.lastError(),
      alarms: this.#health.alarms(),
    }
  }

  async #loop(
    bell: ReturnType<typeof makeBell>,
    untilNext: number | (() => number),
    work: () => Promise<void>,
    subject: string,
  ): Promise<void> {
    let pauseMs = 0
    while (!this.#ending.signal.aborted) {
      try {
        await work()
        pauseMs = 0
      } catch (error) {
        this.#failed(subject, error)
        pauseMs = this.#nextPause(pauseMs)
      }
      if (!this.#ending.signal.aborted)
        await bell.wait(Math.max(typeof untilNext === 'number' ? untilNext : untilNext(), pauseMs))
    }
  }

  #nextPause(pauseMs: number): number {
    const { retryMs } = this.#settings.intervals
    return Math.min(Math.max(retryMs, pauseMs * 2), retryMs * RETRY_FACTOR_MAX)
  }

  #failed(subject: string, error: unknown): void {
    if (this.#ending.signal.aborted) return
    this.#health.bad(subject, error)
    if (!(error instanceof Refused) || error.code !== 'node.epoch') return
    log('error', 'another agent took this node over: stopping for good', { exitCode: EXIT_REPLACED })
    this.end(EXIT_REPLACED)
  }

  async #followRoster(): Promise<void> {
    const { waitSeconds } = this.#settings.intervals
    let pauseMs = 0
    while (!this.#ending.signal.aborted) {
      const isAll = this.#needsAll
      this.#needsAll = false
      this.#polling = new AbortController()
      const askedAt = performance.now()
      try {
        const since = isAll ? 0 : this.#roster.revision()
        const lifeline = this.#knowsLifelines && hasLifeline(this.#roster.setup())
        const wait = isAll ? 0 : waitSeconds
        const answer = await this.#portal.users({ since, wait, lifeline }, this.#polling.signal)
        this.#health.contact()
        // A portal that is shutting down answers at once. Pause before asking again, so that it is not flooded.
        pauseMs = !isAll && answer.revision === since ? this.#settings.intervals.retryMs : 0
        this.#tally.forgetLeft(this.#roster.take(answer))
        this.#forwarder.allow(this.#roster.places())
        this.#keep()
        this.#engine.retryFailed()
        this.#work.ring()
        if (pauseMs > 0 && performance.now() - askedAt < 1_000) await pause(pauseMs, this.#ending.signal)
      } catch (error) {
        this.#needsAll ||= isAll
        // We aborted this call ourselves to ask for all users.
        if (this.#polling.signal.aborted) continue
        this.#failed('portal', error)
        if (error instanceof Refused && error.code === 'request.invalid') this.#knowsLifelines = false
        pauseMs = this.#nextPause(pauseMs)
        await pause(pauseMs, this.#ending.signal)
      }
    }
  }

  #keep(): void {
    try {
      this.#roster.save()
    } catch (error) {
      this.#health.bad('disk', error)
    }
  }

  /**
   * Counts, then brings the engine to the wanted state. Removals come first in every pass, so a cut never waits for
   * long.
   */
  async #workOnce(): Promise<void> {
    const setup = this.#roster.setup()
    if (!setup) return
    if (!this.#isAttached) {
      const wasRunning = await this.#engine.attach(setup)
      if (!wasRunning) this.#tally.settleFresh()
      this.#isAttached = true
    }
    for (let isFinished = false; !isFinished && !this.#ending.signal.aborted;) {
      await this.#count()
      const revision = this.#roster.revision()
      const step = await this.#engine.step(this.#roster.setup() ?? setup, this.#wanted())
      isFinished = step.isFinished
      if (!isFinished) continue
      if (step.isChanged || this.#appliedRevision !== revision) this.#report.ring()
      this.#appliedRevision = revision
    }
    // Shut the address first, then cut the connection: otherwise the client reconnects at once.
    await this.#shut()
    if (this.#over.size > 0) await this.#engine.cut(this.#over)
    if (this.#hasNewcomer()) this.#report.ring()
    // A portal that does not take batches is asked at the interval only.
    if (this.#firstBytes.isDue(this.#quotaEnds.pushEveryMs()) && this.#isPortalTaking) this.#push.ring()
    save(this.#tally, this.#health)
    this.#health.good('engine')
  }

  async #shut(): Promise<void> {
    const parts = { engine: this.#engine, gate: this.#gate, keptOut: this.#keptOut, roster: this.#roster }
    await shutOut({ ...parts, health: this.#health, isOver: this.#ending.signal.aborted })
  }

  #hasNewcomer(): boolean {
    if (performance.now() - this.#gainSinceMs < NEWCOMER_MS) return false
    const isLimited = (number: number) => (this.#roster.users.get(number)?.deviceLimit ?? 0) > 0
    return this.#engine.seen.some(({ number, address }) => isLimited(number) && this.#keptOut.isNew(number, address))
  }

  async #count(): Promise<void> {
    const gain = await this.#engine.poll()
    this.#gain.up += gain.up
    this.#gain.down += gain.down
    this.#firstBytes.note(gain.byNumber)
    const near = this.#quotaEnds.note(gain.byNumber, this.#roster.users, this.#tally)
    for (const number of near) this.#firstBytes.hurry(number)
    // If the engine crashes now, only the bytes until the next poll are lost.
    save(this.#tally, this.#health)
  }

  #wanted(): Map<number, EngineUser> {
    const { failClosed } = this.#settings
    return wantedUsers(this.#roster.users.values(), this.#roster.setup(), {
      portalNowMs: this.#roster.portalNowMs(),
      leaseUntilMs: this.#roster.leaseUntilMs(),
      failClosed,
      isApplied: ({ number, generation }: NodeUser) => this.#applied.users.get(number)?.generation === generation,
      uncountedBytes: (number) => this.#tally.uncountedBytes(number) + this.#engine.lateBytes(number),
      left: (number: number) => this.#tally.counts.left[number],
    })
  }

  #watch(): void {
    if (this.#engine.hasCrashed) this.#work.ring()
  }

  #untilWholePushMs(): number {
    return Math.max(0, this.#wholePushMs + this.#settings.intervals.pushMs - performance.now())
  }

  /** Pushes everything at each interval, and between intervals only users who have just begun. */
  async #pushOnce(): Promise<void> {
    const begun = this.#firstBytes.take()
    const isWhole = this.#untilWholePushMs() === 0 || this.#ending.signal.aborted
    this.#tally.seal(this.#engine.counterLagSeconds, isWhole ? undefined : begun)
    this.#isPortalTaking = await this.#drain(this.#ending.signal)
    // The new share may end sooner than the old one, or let in again whom that has cut.
    if ([...begun].some((number) => this.#quotaEnds.isNear(number))) this.#work.ring()
    // Afterwards, so that a portal that answers late is left alone between two tries.
    if (isWhole) this.#wholePushMs = performance.now()
  }

  #drain(signal: AbortSignal): Promise<boolean> {
    return drain(
      {
        dir: this.#dir,
        tally: this.#tally,
        portal: this.#portal,
        health: this.#health,
        onCut: (numbers) => this.#cutNow(numbers),
        onFailure: (error) => this.#failed('portal', error),
      },
      signal,
    )
  }

  /** The next roster will list these users as off, too. If not, asking for all users corrects the state. */
  #cutNow(numbers: number[]): void {
    log('info', 'portal ends users', { count: numbers.length })
    this.#roster.turnOff(numbers)
    this.#needsAll = true
    this.#polling.abort()
    this.#work.ring()
  }

  async #reportOnce(): Promise<void> {
    const presence = await this.#engine.presence()
    const { connections } = presence
    // A lifeline has no device limit, and its user counts as nobody who is connected.
    const addresses = new Map([...presence.addresses].filter(([number]) => !isOnLifeline({ number })))
    this.#keptOut.note(presence)
    this.#connections = connections
    this.#reports += 1
    const gain = this.#gain
    const seconds = Math.max(0.1, (performance.now() - this.#gainSinceMs) / 1_000)
    this.#gain = noGain()
    this.#gainSinceMs = performance.now()
    const boot = this.#tally.unsettledBoot() ?? this.#engine.boot
    const askedMs = performance.now()
    const answer = await this.#portal.state(
      {
        boot,
        engine: this.#engine.state,
        appliedRevision: this.#appliedRevision,
        failed: this.#engine.failed.filter((number) => !isOnLifeline({ number })).slice(0, 5_000),
        agentVersion: AGENT_VERSION,
        ...this.#versionOf(this.#roster.setup()),
        ...this.#engine.blocked,
        ...this.#load(),
        ...(this.#latencyMs === null ? {} : { latencyMs: this.#latencyMs }),
        ...this.#updater.report(),
        connections,
        upBps: Math.round((gain.up * 8) / seconds),
        downBps: Math.round((gain.down * 8) / seconds),
        addresses: fitAddresses(addresses, this.#reports),
      },
      this.#ending.signal,
    )
    this.#latencyMs = Math.min(60_000, Math.round(performance.now() - askedMs))
    this.#health.contact()
    if (boot === this.#tally.unsettledBoot()) {
      this.#tally.settle(answer.lastSeq)
      log('warn', 'counting goes on with a new record', { lastSeq: answer.lastSeq })
    }
    this.#updater.consider(answer.update, this.#ending.signal)
    if (this.#engine.state === 'running') process.send?.(SERVING)
    this.#over = new Map(answer.over.map(({ number, addresses }) => [number, new Set(addresses)]))
    const { users, setup } = this.#roster
    this.#keptOut.take(answer.over, presence, users, setup()?.port ?? 0)
    if (this.#over.size > 0) this.#work.ring()
  }

  /** Ends the engine after reading its counters. Batches that the portal cannot take now wait on the disk. */
  async #finish(): Promise<void> {
    const lagSeconds = this.#engine.counterLagSeconds
    await this.#engine.stop()
    this.#forwarder.close()
    await this.#shut()
    this.#tally.seal(lagSeconds)
    if (save(this.#tally, this.#health) && this.#exitCode === 0) await this.#drain(AbortSignal.timeout(LAST_PUSH_MS))
    log('info', 'stopped', { exitCode: this.#exitCode, pendingBatches: this.#tally.counts.pending.length })
  }
}
