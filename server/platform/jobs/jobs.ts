import type pg from 'pg'

import type { Ctx } from '../context.ts'
import type { Db, Tx } from '../db/db.ts'
import { FROM_JOBS, FROM_JOBS_AND_TASKS, UPDATE_JOBS } from './worker-tables.ts'

/**
 * Every job and its payload: each domain adds its own in its jobs.ts, server/jobs.ts gathers them. Use ids only: a
 * payload is a database row that is backed up and shown to operators. Names stay as they are, because jobs wait under
 * them in the database.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the domains fill it
export interface JobPayloads {}
export type JobName = keyof JobPayloads

/** The longest time of each kind of job. server/jobs.ts fills it, because only it knows every domain. */
export const jobMaxS = {} as Record<JobName, number>

type JobOptions = { runAt?: Date; key?: string; maxAttempts?: number }

/** What a job gets beside its payload: a request's context without the request. */
export type JobCtx = Pick<Ctx, 'now' | 'log' | 'config'> & { db: Db; isLastAttempt: boolean }
export type JobHandlers = { [N in JobName]: (ctx: JobCtx, payload: JobPayloads[N]) => Promise<void> }
export type Job<N extends JobName> = {
  run: JobHandlers[N]
  /** The longest time for a job of this kind. A job that takes longer raises an alert. */
  maxS: number
  /** Set where the clock starts it, in UTC. It runs once, however many processes there are. */
  cron?: string
  /** A server that was off at that time runs it when it starts, up to a day later. */
  catchesUp?: true
}
export type Jobs<N extends JobName = JobName> = { [K in N]: Job<K> }

/** Enqueues in the caller's transaction: the job exists exactly when the change that needs it does. */
export async function addJob<N extends JobName>(
  db: Db | Tx,
  name: N,
  payload: JobPayloads[N],
  options: JobOptions = {},
): Promise<void> {
  const statement = {
    name: 'jobs.add',
    text: `select graphile_worker.add_job($1, payload => $2::json, run_at => coalesce($3, now()), job_key => $4, max_attempts => $5)`,
    values: [name, JSON.stringify(payload), options.runAt ?? null, options.key ?? null, options.maxAttempts ?? 10],
  }
  if ('isTransaction' in db) db.send(statement)
  else await db.query(statement)
}

/** When the job with this key runs next; null when none waits. */
export async function loadJobTime(db: Db | Tx, key: string): Promise<Date | null> {
  const rows = await db.query<{ runAt: Date }>({
    name: 'jobs.time_of_key',
    text: `select run_at ${FROM_JOBS} where key = $1`,
    values: [key],
  })
  return rows[0]?.runAt ?? null
}

/** Call it for a runner that is surely gone: the library itself waits four hours before it frees the jobs. */
export async function unlockJobsOf(db: Db | Tx, workerId: string): Promise<void> {
  await db.query({
    name: 'jobs.unlock',
    text: 'select graphile_worker.force_unlock_workers(array[$1::text])',
    values: [workerId],
  })
}

// Any constant works if every release uses the same.
const RUNNER_LOCKS = 720_614

/**
 * A runner calls this on its permanent connection. The lock holds until that connection ends, however the process ends.
 * A machine that vanishes leaves the connection open; PostgreSQL itself would notice after two hours.
 */
export async function takeRunnerLock(client: pg.PoolClient, workerId: string): Promise<void> {
  await client.query('set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4')
  await client.query('select pg_advisory_lock($1, hashtext($2))', [RUNNER_LOCKS, workerId])
}

/** Runners that hold jobs but no longer their lock. */
export async function findOrphans(db: Db): Promise<string[]> {
  const rows = await db.query<{ workerId: string }>({
    name: 'jobs.orphans',
    text: `with holders as materialized (
             select distinct locked_by ${FROM_JOBS} where locked_by is not null
           )
           select locked_by as worker_id from holders where pg_try_advisory_xact_lock($1, hashtext(locked_by))`,
    values: [RUNNER_LOCKS],
  })
  return rows.map(({ workerId }) => workerId)
}

/** `lockedAt` as the database writes it: a Date would lose the microseconds. */
export type LockedJob = {
  id: string
  name: string
  lockedBy: string
  lockedAt: string
  lockedS: number
  attempts: number
}

export function findJobsLockedBy(db: Db | Tx, workerIds: readonly string[]): Promise<LockedJob[]> {
  return db.query<LockedJob>({
    name: 'jobs.locked_by',
    text: `select j.id::text, t.identifier as name, j.locked_by, j.locked_at::text, j.attempts,
                  extract(epoch from clock_timestamp() - j.locked_at)::float8 as locked_s
             ${FROM_JOBS_AND_TASKS}
            where j.locked_by = any ($1)`,
    values: [workerIds],
  })
}

/** Frees jobs that were taken but never begun, and gives back the unused attempt. Returns the freed jobs. */
export async function giveJobsBack(db: Tx, jobs: readonly LockedJob[]): Promise<{ id: string }[]> {
  return db.query<{ id: string }>({
    name: 'jobs.give_back',
    text: `${UPDATE_JOBS}
              set locked_at = null, locked_by = null, attempts = greatest(0, j.attempts - 1)
             from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as lost (id, locked_by, locked_at)
            where j.id = lost.id and j.locked_by = lost.locked_by and j.locked_at = lost.locked_at
        returning j.id::text`,
    values: [jobs.map(({ id }) => id), jobs.map(({ lockedBy }) => lockedBy), jobs.map(({ lockedAt }) => lockedAt)],
  })
}

/** Call it only when no runner is left: a killed process cannot say which jobs it had. */
export async function unlockAllJobs(db: Db): Promise<void> {
  await db.query({
    name: 'jobs.unlock_all',
    text: `select graphile_worker.force_unlock_workers(
             array(select locked_by ${FROM_JOBS} where locked_by is not null))`,
  })
}
