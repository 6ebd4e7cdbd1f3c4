import type { Ctx } from './context.ts'
import type { Db, Tx } from './db.ts'

/** Every job and what it is told. Ids only: a payload is a database row that is backed up and shown to operators. */
export type JobPayloads = {
  'mail.send': { mailId: string }
  'accounts.delete_due': Record<never, never>
  'freeze.end_pauses': Record<never, never>
  'retention.run': Record<never, never>
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
