import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

import { hasMail, type Config } from '../config.ts'
import { cronItems, jobs } from '../jobs.ts'
import { refuseOtherMark } from '../mode-mark.ts'
import { clock } from '../platform/clock.ts'
import { cutConnection, noteDemotion, onDemotion } from '../platform/db/change-of-primary.ts'
import type { Db } from '../platform/db/db.ts'
import { withPatience } from '../platform/db/patience.ts'
import { takeRunnerLock, type JobName } from '../platform/jobs/jobs.ts'
import { followJobs, type FollowedJobs } from './follow-jobs.ts'
import { freeJobsOfEnded, freeLostJobs, type KnownRunner } from './free-lost-jobs.ts'
import { freeOrphans } from './free-orphans.ts'

type JobDeps = { db: Db; config: Config; log: Logger }
export type RunningJobs = { stop(): Promise<void> }

/** Jobs at a time. Each sometimes takes a connection of the pool; one more connection always listens for new jobs. */
const CONCURRENCY = 4
const STOP_LIMIT_MS = 8_000
/** The library miscounts failed statements and may wait for ever for one that is long over (seen). */
const END_LIMIT_MS = 15_000
const RESTART_MS = 2_000

/**
 * Runs background jobs until stopped, once the database is there. Stopping waits for the jobs under way and leaves the
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

  // The library stops for good when the database goes away while a job is finishing; the server must go on.
  async function keepRunning(): Promise<void> {
    for (;;) {
      await current?.ended
      if (stopping.signal.aborted) return
      if (current) {
        deps.log.error('the job runner ended; starting it again')
        // The ended runner's connection may be back in the pool with its lock, so other processes would not miss the
        // runner.
        past.push({ workerId: current.workerId, jobs: null })
      }
      current = await restart(deps, current, stopping.signal)
      // The runner may have started while it was told to stop, and nothing else would end it.
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
  /** Resolves when the runner has ended or has taken too long to end. */
  ended: Promise<void>
}

/** Frees jobs of the dead runner first: otherwise they would stay locked for four hours. */
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
  // A runner's one permanent connection holds a lock that says the runner lives; a new connection takes the lock again.
  // A runner that cannot take it has lost that connection and gets another. Do it on drain: then the library is about
  // to use the connection.
  events.on('pool:listen:success', ({ workerPool, client }) => {
    client.once('drain', () => void takeRunnerLock(client, workerPool.id).catch(() => {}))
    stopWatching()
    stopWatching = onDemotion(db.pool, () => cutConnection(client))
  })
  events.on('pool:listen:release', () => stopWatching())
  // The search for jobs writes every two seconds, so it is the first to notice that a server is no longer the primary.
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
        // Do not use the default -1: then these statements are not awaited, and losing the database ends the whole
        // process with an unhandled rejection (seen).
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  runner.promise.then(over.resolve, () => over.resolve())
  return { runner, workerId, jobs: followed, ended }
}

/** Resolves when the runner has ended, or has been ending for so long that it never will. */
export async function endOf(over: Promise<void>, events: WorkerEvents, limitMs = END_LIMIT_MS): Promise<void> {
  const ending = Promise.withResolvers<void>()
  events.once('pool:gracefulShutdown', () => ending.resolve())
  await Promise.race([over, ending.promise.then(() => delay(limitMs, undefined, { ref: false }))])
}

function toTaskList({ db, config, log }: JobDeps): TaskList {
  const entries = (Object.keys(jobs) as JobName[]).map((name) => {
    // addJob typed each payload; the queue returns it as plain JSON.
    const handle = jobs[name] as (ctx: object, payload: unknown) => Promise<void>
    // What wakes the runner may belong to a request: its patience ends soon, and every job would fail from then on.
    const task: TaskList[string] = (payload, { job }) =>
      withPatience(null, () =>
        handle({ db, config, log, now: clock.now(), isLastAttempt: job.attempts >= job.max_attempts }, payload),
      )
    return [name, task]
  })
  return Object.fromEntries(entries) as TaskList
}

/** Logs only the words: the library's extra data holds whole jobs and client objects. */
function toWorkerLogger(log: Logger): WorkerLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
  return new WorkerLogger(() => (level, message) => log[levels[level]](`jobs: ${message}`))
}
