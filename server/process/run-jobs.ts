import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Logger } from 'pino'

import { hasMail, type Config } from '../config.ts'
import { cronItems, jobs } from '../jobs.ts'
import { cutConnection, noteDemotion, onDemotion } from '../platform/change-of-primary.ts'
import { clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { holdRunnerLock, type JobName } from '../platform/jobs.ts'
import { refuseOtherMark } from '../platform/mode-mark.ts'
import { followJobs, type FollowedJobs } from './follow-jobs.ts'
import { freeJobsOfEnded, freeLostJobs, type KnownRunner } from './free-lost-jobs.ts'
import { freeOrphans } from './free-orphans.ts'

type JobDeps = { db: Db; config: Config; log: Logger }
export type RunningJobs = { stop(): Promise<void> }

/** Jobs at a time. Each takes a connection of the pool now and then; one more is taken for good to hear of new jobs. */
const CONCURRENCY = 4
const STOP_LIMIT_MS = 8_000
/** The library counts statements that failed wrongly, and may wait for ever for one that is long over (seen). */
const END_LIMIT_MS = 15_000
const RESTART_MS = 2_000

/**
 * Runs background jobs until stopped, as soon as the database is there. Stopping waits for those under way and leaves the
 * pool open.
 */
export async function startJobs(deps: JobDeps, start = startRunner): Promise<RunningJobs> {
  if (!hasMail(deps.config)) deps.log.warn('SMTP_URL is not set: no mail is sent, and what needs one is switched off')
  const stopping = new AbortController()
  const past: KnownRunner[] = []
  let current = await start(deps).catch((error: Error) => notYet(deps, error))
  const runners = () => [...past, ...(current ? [current] : [])]
  const ended = Promise.all([
    keepRunning(),
    freeOrphans(deps, stopping.signal),
    freeLostJobs(deps, runners, stopping.signal),
  ])
  return {
    async stop() {
      stopping.abort()
      void current?.runner.stop().catch(() => {})
      await current?.ended
      await ended
    },
  }

  // The library gives up for good when the database goes away while a job is being finished; the server lives on.
  async function keepRunning(): Promise<void> {
    for (;;) {
      await current?.ended
      if (stopping.signal.aborted) return
      if (current) {
        deps.log.error('the job runner ended; starting it again')
        // The connection that it lived by may be in the pool again, with its lock: nobody else would miss it.
        past.push({ workerId: current.workerId, jobs: null })
      }
      current = await restart(deps, current, stopping.signal)
      // It may have come up while it was told to stop: nobody else would end it.
      if (stopping.signal.aborted) {
        void current?.runner.stop().catch(() => {})
        return current?.ended
      }
    }
  }
}

type StartedRunner = {
  runner: Runner
  workerId: string
  jobs: FollowedJobs
  /** Over, or over for long enough. */
  ended: Promise<void>
}

/** Jobs that the dead runner could not give back would stay locked for four hours: they are freed first. */
async function restart(
  deps: JobDeps,
  dead: StartedRunner | null,
  stopping: AbortSignal,
): Promise<StartedRunner | null> {
  while (!stopping.aborted) {
    try {
      await delay(RESTART_MS, undefined, { signal: stopping })
      if (dead) await freeJobsOfEnded(deps, dead.workerId)
      return await startRunner(deps)
    } catch (error) {
      if (!stopping.aborted) notYet(deps, error as Error)
    }
  }
  return dead
}

function notYet({ log }: JobDeps, { message }: Error): null {
  log.warn(`the job runner cannot start yet: ${message}`)
  return null
}

export async function startRunner({ db, config, log }: JobDeps): Promise<StartedRunner> {
  await refuseOtherMark(db, config)
  const events: WorkerEvents = new EventEmitter()
  const followed = followJobs(events)
  const over = Promise.withResolvers<void>()
  const ended = endOf(over.promise, events)
  let workerId = ''
  let stopWatching = () => {}
  events.on('pool:create', ({ workerPool }) => (workerId = workerPool.id))
  // The one connection that a runner keeps says by its lock that the runner lives; a new one takes the lock anew. A
  // runner that cannot take it has lost that connection and gets another one. On drain: the library is about to use the
  // connection.
  events.on('pool:listen:success', ({ workerPool, client }) => {
    client.once('drain', () => void holdRunnerLock(client, workerPool.id).catch(() => {}))
    stopWatching()
    stopWatching = onDemotion(db.pool, () => cutConnection(client))
  })
  events.on('pool:listen:release', () => stopWatching())
  // It looks for jobs every two seconds, which is a write: nobody learns sooner that a server is no primary any more.
  events.on('worker:getJob:error', ({ error }) => noteDemotion(db.pool, error))
  void ended.then(() => stopWatching())
  const runner = await run({
    pgPool: db.pool,
    taskList: toTaskList({ db, config, log }),
    parsedCronItems: parseCronItems(cronItems),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: toWorkerLogger(log),
    events,
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: STOP_LIMIT_MS,
        // Not the default -1: then nobody awaits these statements, and a lost database ends the whole process with an
        // unhandled rejection (seen).
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  runner.promise.then(over.resolve, () => over.resolve())
  return { runner, workerId, jobs: followed, ended }
}

/** When it is over, or has been ending for so long that it never will be. */
export async function endOf(over: Promise<void>, events: WorkerEvents, limitMs = END_LIMIT_MS): Promise<void> {
  const ending = Promise.withResolvers<void>()
  events.once('pool:gracefulShutdown', () => ending.resolve())
  await Promise.race([over, ending.promise.then(() => delay(limitMs, undefined, { ref: false }))])
}

function toTaskList({ db, config, log }: JobDeps): TaskList {
  const entries = (Object.keys(jobs) as JobName[]).map((name) => {
    // Each payload was typed by addJob; the queue between gives it back as plain JSON.
    const handle = jobs[name] as (ctx: object, payload: unknown) => Promise<void>
    const task: TaskList[string] = (payload, { job }) =>
      handle({ db, config, log, now: clock.now(), isLastAttempt: job.attempts >= job.max_attempts }, payload)
    return [name, task]
  })
  return Object.fromEntries(entries) as TaskList
}

/** The words only: what the library adds beside them are whole jobs and client objects. */
function toWorkerLogger(log: Logger): WorkerLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
  return new WorkerLogger(() => (level, message) => log[levels[level]](`jobs: ${message}`))
}
