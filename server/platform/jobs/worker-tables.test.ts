import { expect, test } from 'vitest'

import { createTestDatabase } from '../../test/run/database.ts'
import { withClient } from '../postgres/connection.ts'

const database = await createTestDatabase()

/** The columns that our statements use, with their types. */
const USED = {
  _private_jobs: {
    id: 'bigint',
    task_id: 'integer',
    job_queue_id: 'integer',
    payload: 'json',
    priority: 'smallint',
    run_at: 'timestamp with time zone',
    attempts: 'smallint',
    max_attempts: 'smallint',
    last_error: 'text',
    created_at: 'timestamp with time zone',
    key: 'text',
    locked_at: 'timestamp with time zone',
    locked_by: 'text',
    flags: 'jsonb',
  },
  _private_tasks: { id: 'integer', identifier: 'text' },
  _private_job_queues: { id: 'integer', queue_name: 'text' },
}

test.each(Object.entries(USED))('the job runner still has %s as we use it', async (table, used) => {
  const text = `select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'graphile_worker' and table_name = $1`
  const { rows } = await withClient(database.connection, (client) =>
    client.query<{ name: string; type: string }>(text, [table]),
  )
  const has = Object.fromEntries(rows.map(({ name, type }) => [name, type]))
  expect(has).toMatchObject(used)
})
