import type pg from 'pg'

import { streamOf } from './driver-parts.ts'
import { NamedQuery } from './named-query.ts'
import { END_MS } from './patience.ts'

export type RawStatement = { name?: string; text: string; values?: readonly unknown[] }

/**
 * Runs `work` after the delay, but lets pending answers be read first. A process that stood still, for example without
 * a free core, finds its timers due before it has read answers that arrived meanwhile. Returns a function that cancels.
 */
export function afterReading(work: () => void, afterMs: number): () => void {
  let reading: NodeJS.Immediate | undefined
  const timer = setTimeout(() => (reading = setImmediate(work)), afterMs)
  return () => {
    clearTimeout(timer)
    clearImmediate(reading)
  }
}

/** A named statement runs as a NamedQuery, whose rows have camelCase names. */
export function ask(client: pg.PoolClient, statement: RawStatement): Promise<pg.QueryResult> {
  if (statement.name === undefined) return client.query(statement as pg.QueryConfig)
  const query = new NamedQuery(statement as RawStatement & { name: string })
  client.query(query as unknown as pg.Submittable)
  return query.answer
}

/**
 * Gives up after the limit. The server may go on with the statement, so close the connection: an open transaction is
 * then rolled back. A COMMIT may still have been applied; the caller repeats it under the same key.
 */
export function askInTime(client: pg.PoolClient, statement: RawStatement, leftMs: number): Promise<pg.QueryResult> {
  const isEnd = statement.text === 'commit' || statement.text === 'rollback'
  const limitMs = isEnd ? Math.max(leftMs, END_MS) : leftMs
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(new Error('Query read timeout'))
      streamOf(client).destroy()
    }
    // A timer may fire up to a millisecond early.
    const stopTimer = afterReading(giveUp, Math.max(1, Math.ceil(limitMs) + 1))
    ask(client, statement).finally(stopTimer).then(resolve, reject)
  })
}
