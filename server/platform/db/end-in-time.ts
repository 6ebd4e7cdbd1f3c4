import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

import { streamOf } from './driver-parts.ts'

/** The driver says goodbye and waits for the other end, which the network may have lost without telling anybody. */
const GOODBYE_MS = 2_000

export async function endInTime(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), delay(GOODBYE_MS, undefined, { ref: false })])
  streamOf(client).destroy()
}

/** Ends the pool. Its own end does not wait for the goodbyes, but their sockets keep the process alive. */
export function followEnds(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.ClientBase>()
  pool.on('connect', (client) => void open.add(client))
  pool.on('remove', (client) => void open.delete(client))
  return async () => {
    setTimeout(() => {
      for (const client of open) streamOf(client).destroy()
    }, GOODBYE_MS).unref()
    await pool.end()
  }
}
