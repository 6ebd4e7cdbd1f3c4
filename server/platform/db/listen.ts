import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

import { cutConnection, onDemotion } from './change-of-primary.ts'
import type { Db } from './db.ts'
import { endInTime } from './end-in-time.ts'

type Handler = {
  onPayload: (payload: string) => void
  /** Listening has begun. Messages from before, or from while the connection was away, were missed. */
  onConnected: () => void
}
type Hub = {
  handlers: Map<string, Set<Handler>>
  client: pg.Client | null
  stopping: AbortController
  ended: Promise<void>
}

const RETRY_MS = 1_000
const hubs = new WeakMap<pg.Pool, Hub>()

/**
 * Receives messages that transactions send to a channel (pg_notify) when they commit. All listeners of a database share
 * one separate connection, opened for the first listener and reopened when it breaks. A message is only a hint: the
 * state is in tables. Returns a function that stops listening.
 */
export function listen(
  db: Db,
  channel: string,
  onPayload: (payload: string) => void,
  onConnected: () => void = () => {},
): () => void {
  const hub = hubs.get(db.pool) ?? openHub(db)
  const known = hub.handlers.get(channel)
  const handler = { onPayload, onConnected }
  const handlers = (known ?? new Set<Handler>()).add(handler)
  hub.handlers.set(channel, handlers)
  if (hub.client) void subscribe(hub.client, channel, () => onConnected())
  return () => void handlers.delete(handler)
}

/** Call before closing the pool; listeners then receive nothing more. */
export async function stopListening(db: Db): Promise<void> {
  const hub = hubs.get(db.pool)
  if (!hub) return
  hubs.delete(db.pool)
  hub.stopping.abort()
  if (hub.client) await endInTime(hub.client)
  await hub.ended
}

function openHub(db: Db): Hub {
  const hub: Hub = { handlers: new Map(), client: null, stopping: new AbortController(), ended: Promise.resolve() }
  hubs.set(db.pool, hub)
  hub.ended = keepListening(db, hub)
  return hub
}

async function keepListening(db: Db, hub: Hub): Promise<void> {
  const { signal } = hub.stopping
  while (!signal.aborted) {
    await listenOnce(db, hub).catch(() => {})
    await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Runs until the connection ends. */
async function listenOnce(db: Db, hub: Hub): Promise<void> {
  // Use the pool's own options object: a copy would lose the password, which the library hides from copies.
  const client = new pg.Client(db.pool.options)
  client.on('error', () => {})
  // A demoted server does not receive what the new primary is told.
  const stopWatching = onDemotion(db.pool, () => cutConnection(client))
  client.on('notification', ({ channel, payload = '' }) => {
    for (const { onPayload } of hub.handlers.get(channel) ?? []) onPayload(payload)
  })
  try {
    await client.connect()
    const ended = once(client, 'end')
    if (hub.stopping.signal.aborted) return
    hub.client = client
    for (const [channel, handlers] of hub.handlers) {
      await subscribe(client, channel, () => {
        for (const { onConnected } of handlers) onConnected()
      })
    }
    await ended
  } finally {
    stopWatching()
    hub.client = null
    await endInTime(client)
  }
}

/** If the connection breaks meanwhile, its end reports that. */
async function subscribe(client: pg.Client, channel: string, onConnected: () => void): Promise<void> {
  try {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    onConnected()
  } catch {}
}
