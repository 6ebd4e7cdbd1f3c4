import pg from 'pg'

import type { Db } from '../db/db.ts'
import { streamOf } from '../db/driver-parts.ts'

/** Opens a separate connection without time limits: copying a whole table may take minutes. It ends with the work. */
export async function withSession<T>(db: Pick<Db, 'pool'>, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { options } = db.pool
  const client = new pg.Client({
    ...options,
    // The pool makes the password non-enumerable, so the spread leaves it out.
    password: options.password,
    application_name: 'yuxian-backup',
    // Copied rows must not be mixed with other answers.
    pipeline: false,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // The waiting statement gets the error; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  let isDone = false
  try {
    // Make the same row the same text everywhere.
    await client.query(
      `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1`,
    )
    const result = await work(client)
    isDone = true
    return result
  } finally {
    // A connection in the middle of a COPY cannot be closed politely.
    if (isDone) await client.end()
    else streamOf(client).destroy()
  }
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
