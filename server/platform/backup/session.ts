import pg from 'pg'

import type { Db } from '../db.ts'

/** A connection of its own without time limits: rows of a whole table may take minutes. It ends with the work. */
export async function withSession<T>(db: Pick<Db, 'pool'>, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { options } = db.pool
  const client = new pg.Client({
    ...options,
    // The pool hides it from being listed.
    password: options.password,
    application_name: 'yuxian-backup',
    // Copied rows come as an answer of their own, between no others.
    pipeline: false,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // Who waits for an answer hears of it there; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  let isDone = false
  try {
    // So that the same row is the same text everywhere.
    await client.query(
      `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1`,
    )
    const result = await work(client)
    isDone = true
    return result
  } finally {
    // In the middle of a COPY there is no polite end.
    if (isDone) await client.end()
    else (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
