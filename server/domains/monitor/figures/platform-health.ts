import type { Queryable } from '../../../platform/db/db.ts'
import { jobMaxS } from '../../../platform/jobs/jobs.ts'
import { FROM_JOBS, FROM_JOBS_AND_TASKS, joinTasks } from '../../../platform/jobs/worker-tables.ts'

export type JobFigures = {
  waiting: number
  running: number
  retrying: number
  failed: number
  stuck: number
  oldestWaitS: number | null
}

/** $1: allowed seconds by kind. Unknown kinds get 60: a job of a kind that no release knows any more never ends. */
const IS_STUCK = `j.locked_at < now() - make_interval(secs => coalesce(($1::jsonb ->> t.identifier)::integer, 60))`

/** An empty list would call every long job stuck, so a process that did not load server/jobs.ts fails here. */
function maxS(): string {
  if (Object.keys(jobMaxS).length === 0) throw new Error('server/jobs.ts is not loaded, so no job has its longest time')
  return JSON.stringify(jobMaxS)
}

/** Uses the database's time, because the queue runs by its clock. */
export async function loadJobFigures(db: Queryable): Promise<JobFigures> {
  const rows = await db.query<JobFigures>({
    name: 'monitor.jobs',
    text: `select count(*) filter (where is_due) as waiting,
                  count(*) filter (where locked_at is not null) as running,
                  count(*) filter (where attempts > 0 and attempts < max_attempts and last_error is not null) as retrying,
                  count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
                  count(*) filter (where ${IS_STUCK}) as stuck,
                  floor(extract(epoch from now() - min(run_at) filter (where is_due)))::integer as oldest_wait_s
             from (select *, locked_at is null and run_at <= now() and attempts < max_attempts as is_due
                     ${FROM_JOBS}) j
             ${joinTasks('j')}`,
    values: [maxS()],
  })
  return rows[0]!
}

/** Finds jobs that gave up, or failed so often that they will hardly succeed. */
export function findFailingJobs(db: Queryable): Promise<{ name: string; count: number }[]> {
  return db.query<{ name: string; count: number }>({
    name: 'monitor.failing_jobs',
    text: `select t.identifier as name, count(*) as count
             ${FROM_JOBS_AND_TASKS}
            where j.last_error is not null and j.attempts >= least(j.max_attempts, 3) and j.locked_at is null
              and t.identifier not like 'alerts.%'
            group by 1 order by 1`,
  })
}

export type StuckJobs = { name: string; count: number; longestS: number }

/** Finds jobs that run longer than their kind may take. */
export function findStuckJobs(db: Queryable): Promise<StuckJobs[]> {
  return db.query<StuckJobs>({
    name: 'monitor.stuck_jobs',
    text: `select t.identifier as name, count(*) as count,
                  max(floor(extract(epoch from now() - j.locked_at)))::integer as longest_s
             ${FROM_JOBS_AND_TASKS}
            where ${IS_STUCK} group by 1 order by 1`,
    values: [maxS()],
  })
}

export type DatabaseFigures = {
  sizeBytes: number
  connections: number
  connectionsMax: number
  longestTransactionS: number
}

export async function loadDatabaseFigures(db: Queryable): Promise<DatabaseFigures> {
  const rows = await db.query<DatabaseFigures>({
    name: 'monitor.database',
    text: `select pg_database_size(current_database()) as size_bytes, count(*) as connections,
                  current_setting('max_connections')::integer as connections_max,
                  coalesce(max(floor(extract(epoch from clock_timestamp() - xact_start))), 0)::integer as longest_transaction_s
             from pg_stat_activity where datname = current_database()`,
  })
  return rows[0]!
}

export type ProcessRow = {
  host: string
  pid: number
  version: string
  startedAt: Date
  seenAt: Date
  rssBytes: number
  eventLoopDelayMs: number
  streams: number
  diskFreeBytes: number | null
  diskTotalBytes: number | null
}

export function findProcesses(db: Queryable, now: Date): Promise<ProcessRow[]> {
  return db.query<ProcessRow>({
    name: 'monitor.processes',
    text: `select host, pid, version, started_at, seen_at, rss_bytes, event_loop_delay_ms, streams, disk_free_bytes,
                  disk_total_bytes
             from processes where seen_at > $1::timestamptz - interval '30 seconds' order by host, pid`,
    values: [now],
  })
}

export type BookCheckRow = { checkedAt: Date; problems: number; transactions: number; tookMs: number }

export async function loadLastBookCheck(db: Queryable): Promise<BookCheckRow | null> {
  const rows = await db.query<BookCheckRow>({
    name: 'monitor.books',
    text: 'select checked_at, problems, transactions, took_ms from book_checks order by checked_at desc limit 1',
  })
  return rows[0] ?? null
}
