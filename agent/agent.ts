import type { NodeUser } from '../contract/node-api.ts'
import { openAppliedUsers } from './applied-users.ts'
import { makeBell } from './bell.ts'
import { openOwnCertificate } from './certificate/own-certificate.ts'
import { openTally } from './count/tally.ts'
import type { EngineUser } from './drivers/driver.ts'
import { makeDrivers } from './drivers/make-drivers.ts'
import { wantedUsers } from './enforce.ts'
import { watchEngineVersion } from './engine-version.ts'
import { Engine } from './engine.ts'
import { watchFirstBytes } from './first-bytes.ts'
import { makeFollower } from './follow-roster.ts'
import { openForwarder, type Dialling } from './forwarder.ts'
import { openGate } from './gate.ts'
import { openHealth } from './health.ts'
import { openKeptOut } from './kept-out.ts'
import { lifelineSocket } from './lifeline.ts'
import { log } from './log.ts'
import { lookAtOthers } from './looks/look-at-others.ts'
import { openPortal, Refused, type Portal, type UsersAnswer } from './portal.ts'
import { drain, save } from './push.ts'
import { watchQuotaEnds } from './quota-ends.ts'
import { repeat } from './repeat.ts'
import { openReports } from './reports.ts'
import { openRoster } from './roster.ts'
import type { Settings } from './settings.ts'
import { shutOut } from './shut-out.ts'
import type { Status } from './status-socket.ts'
import { SERVING, UPDATE_READY } from './update/launch.ts'
import { makeUpdater } from './update/updater.ts'
import { AGENT_VERSION } from './version.ts'

export const EXIT_REPLACED = 3
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
  readonly #reports
  readonly #follower
  readonly #keptOut = openKeptOut()
  readonly #firstBytes = watchFirstBytes({ pauseMs: PAUSE_MS })
  readonly #work = makeBell()
  readonly #report = makeBell()
  readonly #push = makeBell()
  readonly #ending = new AbortController()
  #exitCode = 0
  #isAttached = false
  #appliedRevision = 0
  #wholePushMs = -Infinity
  #isPortalTaking = true
  #over: ReadonlyMap<number, ReadonlySet<string>> = new Map()

  constructor(dir: string, settings: Settings, parts: Parts = {}) {
    this.#dir = dir
    this.#settings = settings
    this.#portal = parts.portal ?? openPortal(settings.server, settings)
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
    const certificate = openOwnCertificate(dir)
    this.#engine = new Engine({
      makeDrivers: (setup) => {
        const tls = certificate.tlsOf(setup) ?? settings.tls
        return (parts.makeDrivers ?? makeDrivers)(setup, dir, { ...settings, tls }, this.#forwarder.openDoor)
      },
      tally: this.#tally,
      applied: this.#applied,
      log,
      // An engine that an agent without lifelines left must not be taken over: it would let such users everywhere.
      settingsKey: (setup) => {
        const tls = certificate.hashOf(setup) ?? settings.tls
        return JSON.stringify([settings.listen, tls, settings.reach, 'lifelines'])
      },
    })
    const versionOf = watchEngineVersion(settings.engines)
    this.#reports = openReports({
      portal: this.#portal,
      engine: this.#engine,
      tally: this.#tally,
      more: () => {
        const setup = this.#roster.setup()
        const told = {
          ...versionOf(setup),
          ...certificate.report(setup),
          hasUpdateKey: settings.updateKey !== null,
        }
        return { ...told, ...this.#engine.blocked, ...this.#updater.report() }
      },
    })
    this.#follower = makeFollower({
      portal: this.#portal,
      roster: this.#roster,
      intervals: settings.intervals,
      onAnswer: (answer) => this.#take(answer),
      onFailure: (error) => this.#failed('portal', error),
      signal: this.#ending.signal,
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
      this.#follower.run(),
      this.#lookAtOthers(),
    ])
    await this.#finish()
    return this.#exitCode
  }

  end(exitCode = 0): void {
    if (this.#ending.signal.aborted) return
    this.#exitCode = exitCode
    this.#ending.abort()
    this.#follower.end()
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
      connections: this.#reports.connections(),
      leaseUntil: leaseUntilMs === 0 ? null : new Date(leaseUntilMs).toISOString(),
      lastContactAt: this.#health.lastContactAt(),
      lastError: this.#health.lastError(),
      alarms: this.#health.alarms(),
    }
  }

  #loop(
    bell: ReturnType<typeof makeBell>,
    untilNextMs: number | (() => number),
    work: () => Promise<void>,
    subject: string,
  ): Promise<void> {
    const { retryMs } = this.#settings.intervals
    const onFailure = (error: unknown) => this.#failed(subject, error)
    return repeat(work, { bell, untilNextMs, retryMs, onFailure, signal: this.#ending.signal })
  }

  #failed(subject: string, error: unknown): void {
    if (this.#ending.signal.aborted) return
    this.#health.bad(subject, error)
    if (!(error instanceof Refused) || error.code !== 'node.epoch') return
    log('error', 'another agent took this node over: stopping for good', { exitCode: EXIT_REPLACED })
    this.end(EXIT_REPLACED)
  }

  #take(answer: UsersAnswer): void {
    this.#health.contact()
    this.#tally.forgetLeft(this.#roster.take(answer))
    this.#forwarder.allow(this.#roster.places())
    this.#keep()
    this.#engine.retryFailed()
    this.#work.ring()
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
    if (this.#reports.ageMs() < NEWCOMER_MS) return false
    const isLimited = (number: number) => (this.#roster.users.get(number)?.deviceLimit ?? 0) > 0
    return this.#engine.seen.some(({ number, address }) => isLimited(number) && this.#keptOut.isNew(number, address))
  }

  async #count(): Promise<void> {
    const gain = await this.#engine.poll()
    this.#reports.note(gain)
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
    // The new share may end sooner than the old one, or let in users that the old one has cut.
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
    this.#follower.askAll()
    this.#work.ring()
  }

  async #reportOnce(): Promise<void> {
    const presence = await this.#engine.presence()
    this.#keptOut.note(presence)
    const answer = await this.#reports.send(presence, this.#appliedRevision, this.#ending.signal)
    this.#health.contact()
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
