import type { Db, Tx } from '../db/db.ts'
import { FROM_JOBS_AND_TASKS } from './worker-tables.ts'

/** A job's state; `j` is its row. */
export const JOB_STATE = `case when j.locked_at is not null then 'running'
    when j.attempts >= j.max_attempts then 'failed' when j.attempts > 0 and j.last_error is not null then 'retrying'
    when j.run_at > now() then 'planned' else 'waiting' end`

export type FoundJob = { id: string; name: string; payload: unknown; isLocked: boolean; isOver: boolean }

export async function loadJob(db: Db | Tx, id: string): Promise<FoundJob | null> {
  const rows = await db.query<FoundJob>({
    name: 'jobs.load',
    text: `select j.id::text, t.identifier as name, j.payload, j.locked_at is not null as is_locked,
                  j.attempts >= j.max_attempts as is_over
             ${FROM_JOBS_AND_TASKS}
            where j.id = $1::bigint`,
    values: [id],
  })
  return rows[0] ?? null
}

/** Jobs of one kind whose payload has this value in this field. */
export function findJobsAbout(db: Db | Tx, name: string, field: string, value: string): Promise<FoundJob[]> {
  return db.query<FoundJob>({
    name: 'jobs.about',
    text: `select j.id::text, t.identifier as name, j.payload, j.locked_at is not null as is_locked,
                  j.attempts >= j.max_attempts as is_over
             ${FROM_JOBS_AND_TASKS}
            where t.identifier = $1 and j.payload ->> $2 = $3`,
    values: [name, field, value],
  })
}

/** Gives the job all its attempts again. False if a runner works on it now. */
export async function runJobAgain(db: Db | Tx, id: string): Promise<boolean> {
  const rows = await db.query({
    name: 'jobs.run_again',
    text: 'select 1 from graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => 0)',
    values: [id],
  })
  return rows.length === 1
}

/** False if a runner works on it now. */
export async function dropJob(db: Db | Tx, id: string): Promise<boolean> {
  const rows = await db.query({
    name: 'jobs.drop',
    text: 'select 1 from graphile_worker.complete_jobs(array[$1::bigint])',
    values: [id],
  })
  return rows.length === 1
}

const MAX = 240

/**
 * The first line of an error, for people. A program's message may repeat its input: shortens addresses and removes
 * anything that looks like a key, a code or the query of a link. Our own ids (uuid) stay.
 */
export function plainError(text: string | null): string | null {
  if (text === null) return null
  const line = text.split('\n')[0]!.replaceAll(/\p{Cc}/gu, ' ')
  return line
    .replaceAll(/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, (address) => `${address.split('://')[0]}://…`)
    .replaceAll(/[^\s@"'(<]+@[^\s@"')>]+/g, '…@…')
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|[\w.+/=-]{16,}|\d{5,}/gi, (word) =>
      /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word) ? word : isOrdinary(word) ? word : '…',
    )
    .slice(0, MAX)
}

/** A long word of letters only: a normal word, or the name of a class or a column. */
function isOrdinary(word: string): boolean {
  return /^[A-Za-z]+(?:[._-][A-Za-z]+)*\.?$/.test(word) && word.length <= 60
}
