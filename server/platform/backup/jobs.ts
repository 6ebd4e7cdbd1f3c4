import type pg from 'pg'

import { FROM_JOBS, FROM_JOBS_AND_TASKS, JOIN_QUEUES, UPDATE_JOBS } from '../jobs/worker-tables.ts'
import { copyIn } from './copy-rows.ts'
import { JOBS_PART, type PartHead } from './head.ts'

/**
 * Waiting jobs, in terms of the queue's own interface: the library owns its tables and may change them. Leaves out who
 * held a job and the attempt under way, since nobody holds it after a restore. Also leaves out when the clock last ran.
 */
const COLUMNS = [
  'identifier',
  'queue_name',
  'payload',
  'run_at',
  'priority',
  'max_attempts',
  'attempts',
  'key',
  'flags',
  'last_error',
] as const
const SELECT = `select t.identifier, q.queue_name, j.payload, j.run_at, j.priority, j.max_attempts,
    case when j.locked_at is null then j.attempts else greatest(0, j.attempts - 1) end as attempts, j.key,
    array(select jsonb_object_keys(j.flags)) as flags, j.last_error
  ${FROM_JOBS_AND_TASKS}
  ${JOIN_QUEUES}
  order by j.id`

export const copyJobsOut = `copy (${SELECT}) to stdout`

export async function jobsPart(client: pg.ClientBase): Promise<PartHead> {
  const { rows } = await client.query<{ count: string }>(`select count(*)::text as count ${FROM_JOBS}`)
  return { name: JOBS_PART, columns: [...COLUMNS], partitions: [], rows: Number(rows[0]!.count) }
}

/** Adds the jobs by the queue's own function, then restores how often each was tried. Returns how many there are. */
export async function copyJobsIn(client: pg.ClientBase, chunks: AsyncIterable<Buffer>): Promise<number> {
  await client.query(
    `create temporary table restored_jobs (at bigint generated always as identity, identifier text, queue_name text,
       payload json, run_at timestamptz, priority smallint, max_attempts smallint, attempts smallint, key text,
       flags text[], last_error text) on commit drop`,
  )
  const rows = await copyIn(client, `copy restored_jobs (${COLUMNS.join(', ')}) from stdin`, chunks)
  await client.query(
    `create temporary table added_jobs on commit drop as
       select r.at, (graphile_worker.add_job(r.identifier, payload => r.payload, queue_name => r.queue_name,
         run_at => r.run_at, max_attempts => r.max_attempts::integer, job_key => r.key, priority => r.priority::integer,
         flags => r.flags)).id
       from restored_jobs r order by r.at`,
  )
  await client.query(
    `${UPDATE_JOBS} set attempts = r.attempts, last_error = r.last_error
       from restored_jobs r join added_jobs a on a.at = r.at where j.id = a.id`,
  )
  return rows
}
