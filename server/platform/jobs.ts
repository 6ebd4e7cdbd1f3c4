import type pg from 'pg'

import type { Ctx } from './context.ts'
import type { Db, Tx } from './db.ts'

/** Every job and what it is told. Ids only: a payload is a database row that is backed up and shown to operators. */
export type JobPayloads = {
  'mail.send': { mailId: string }
  'accounts.delete_due': Record<never, never>
  'freeze.end_pauses': Record<never, never>
  'invites.confirm': Record<never, never>
  'cards.expire': Record<never, never>
  'orders.expire': Record<never, never>
  'orders.auto_renew': Record<never, never>
  'packages.reset_traffic': Record<never, never>
  'payments.reconcile': { paymentId: string }
  'payments.sweep': Record<never, never>
  'payments.finish_refund': { refundId: string }
  'lines.settle': { resellerId: number; accountId: number }
  'lines.settle_node': { nodeId: number }
  'lines.settle_due': Record<never, never>
  'lines.uninstall_due': Record<never, never>
  'traffic.rank': Record<never, never>
  'retention.run': Record<never, never>
  'alerts.mail': Record<never, never>
  'alerts.webhook': { alertId: number; change: 'raised' | 'resolved' }
  'monitor.record_minute': Record<never, never>
  'monitor.check_books': Record<never, never>
}
export type JobName = keyof JobPayloads
type JobOptions = { runAt?: Date; key?: string; maxAttempts?: number }

/** What a job gets beside its payload: a request's context without the request. */
export type JobCtx = Pick<Ctx, 'now' | 'log' | 'config'> & { db: Db; isLastAttempt: boolean }
export type JobHandlers = { [N in JobName]: (ctx: JobCtx, payload: JobPayloads[N]) => Promise<void> }

/** Enqueues in the caller's transaction: the job exists exactly when the change that asked for it does. */
export async function addJob<N extends JobName>(
  db: Db | Tx,
  name: N,
  payload: JobPayloads[N],
  options: JobOptions = {},
): Promise<void> {
  await db.query({
    name: 'jobs.add',
    text: `select graphile_worker.add_job($1, payload => $2::json, run_at => coalesce($3, now()), job_key => $4, max_attempts => $5)`,
    values: [name, JSON.stringify(payload), options.runAt ?? null, options.key ?? null, options.maxAttempts ?? 10],
  })
}

/** For a runner that is known to be gone: by itself the library waits four hours before it hands its jobs on. */
export async function unlockJobsOf(db: Db, workerId: string): Promise<void> {
  await db.query({
    name: 'jobs.unlock',
    text: 'select graphile_worker.force_unlock_workers(array[$1::text])',
    values: [workerId],
  })
}

// Any constant will do, as long as every release uses the same.
const RUNNER_LOCKS = 720_614

/**
 * For a runner, on the connection it keeps: held until that connection ends, however the process does. A machine that
 * vanishes leaves the connection open; PostgreSQL by itself would notice after two hours.
 */
export async function holdRunnerLock(client: pg.PoolClient, workerId: string): Promise<void> {
  await client.query('set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4')
  await client.query('select pg_advisory_lock($1, hashtext($2))', [RUNNER_LOCKS, workerId])
}

/** Runners that hold jobs and no longer their lock. */
export async function findOrphans(db: Db): Promise<string[]> {
  const rows = await db.query<{ workerId: string }>({
    name: 'jobs.orphans',
    text: `with holders as materialized (
             select distinct locked_by from graphile_worker._private_jobs where locked_by is not null
           )
           select locked_by as worker_id from holders where pg_try_advisory_xact_lock($1, hashtext(locked_by))`,
    values: [RUNNER_LOCKS],
  })
  return rows.map(({ workerId }) => workerId)
}

/** For when no runner is left at all: a process that was killed cannot say which jobs it had. */
export async function unlockAllJobs(db: Db): Promise<void> {
  await db.query({
    name: 'jobs.unlock_all',
    text: `select graphile_worker.force_unlock_workers(
             array(select locked_by from graphile_worker._private_jobs where locked_by is not null))`,
  })
}
