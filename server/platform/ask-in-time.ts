import type { Duplex } from 'node:stream'
import type pg from 'pg'

import { NamedQuery } from './named-query.ts'
import { END_MS } from './patience.ts'

export type RawStatement = { name?: string; text: string; values?: readonly unknown[] }

/**
 * A process that stood still, as on a machine without a core for it, finds its timers due before it has read the answers that
 * came meanwhile: what is there is read first. Returns how to stop it.
 */
export function afterReading(work: () => void, afterMs: number): () => void {
  let reading: NodeJS.Immediate | undefined
  const timer = setTimeout(() => (reading = setImmediate(work)), afterMs)
  return () => {
    clearTimeout(timer)
    clearImmediate(reading)
  }
}

/** Statements that are asked together leave together: each on its own would be a system call here and a wake-up there. */
export function gather(client: pg.PoolClient): void {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

function streamOf(client: pg.PoolClient): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}

/** By its name where it has one: then rows have camelCase names. */
export function ask(client: pg.PoolClient, statement: RawStatement): Promise<pg.QueryResult> {
  if (statement.name === undefined) return client.query(statement as pg.QueryConfig)
  const query = new NamedQuery(statement as RawStatement & { name: string })
  client.query(query as unknown as pg.Submittable)
  return query.answer
}

/**
 * The server may go on with a statement that nobody waits for: its connection is closed, so an open transaction is
 * rolled back. Of a COMMIT the outcome is unknown; whoever asked repeats it under the same key.
 */
export function askInTime(client: pg.PoolClient, statement: RawStatement, leftMs: number): Promise<pg.QueryResult> {
  const isEnd = statement.text === 'commit' || statement.text === 'rollback'
  const limitMs = isEnd ? Math.max(leftMs, END_MS) : leftMs
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(new Error('Query read timeout'))
      streamOf(client).destroy()
    }
    // A timer may ring up to a millisecond early.
    const stopTimer = afterReading(giveUp, Math.max(1, Math.ceil(limitMs) + 1))
    ask(client, statement).finally(stopTimer).then(resolve, reject)
  })
}
