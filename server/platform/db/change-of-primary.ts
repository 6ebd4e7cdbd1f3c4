import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

import { isDatabaseAway } from './database-away.ts'
import { streamOf } from './driver-parts.ts'

/** Demoted (read-only), shut down by its operator, crashed, starting up. */
const LEAVES = new Set(['25006', '57P01', '57P02', '57P03'])
const READ_ONLY = '25006'
/** Without this pause, a database that is read-only for good would lose all its connections at every write. */
const LEAVE_EVERY_MS = 2_000
const KNOCK_EVERY_MS = 100
/** Callers wait no longer than this; a later caller starts a new attempt. */
const KNOCK_FOR_MS = 5_000

type Standing = {
  openedAt: WeakMap<object, number>
  leftAt: number
  onLeft: Set<() => void>
  comeback: Promise<void> | null
}
const standings = new WeakMap<pg.Pool, Standing>()

function standingOf(pool: pg.Pool): Standing {
  const known = standings.get(pool)
  if (known) return known
  const made: Standing = { openedAt: new WeakMap(), leftAt: -Infinity, onLeft: new Set(), comeback: null }
  standings.set(pool, made)
  return made
}

export function followConnections(pool: pg.Pool): void {
  const { openedAt } = standingOf(pool)
  pool.on('connect', (client) => void openedAt.set(client, performance.now()))
}

/** Whether the error says that the connection's server is no longer usable. */
export function isLeaving(error: unknown): boolean {
  return error instanceof pg.DatabaseError && LEAVES.has(error.code ?? '')
}

/**
 * A server that refuses writes was demoted. Its connections stay open: close the idle ones now and the borrowed ones
 * when they come back, and tell the listeners. New connections find the new primary.
 */
export function noteDemotion(pool: pg.Pool, error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== READ_ONLY) return
  const standing = standingOf(pool)
  if (performance.now() - standing.leftAt < LEAVE_EVERY_MS) return
  standing.leftAt = performance.now()
  for (let left = pool.idleCount; left > 0; left -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    )
  }
  for (const tell of standing.onLeft) tell()
}

/** Whether the connection was opened before its server turned out to be demoted. */
export function isLeft(pool: pg.Pool, client: object): boolean {
  const { openedAt, leftAt } = standingOf(pool)
  return (openedAt.get(client) ?? Infinity) < leftAt
}

/** For code that keeps a connection permanently. Returns a function that unsubscribes. */
export function onDemotion(pool: pg.Pool, tell: () => void): () => void {
  const { onLeft } = standingOf(pool)
  onLeft.add(tell)
  return () => void onLeft.delete(tell)
}

/** Cuts the connection as if the server had ended it: its user gets an error and the pool removes it. */
export function cutConnection(client: pg.ClientBase): void {
  streamOf(client).destroy(new Error('Connection terminated: its server is read-only'))
}

/**
 * Connects as soon as a server accepts. Nothing was sent to the server that refused, so a change of primary is only a
 * wait. One waiting caller tries for all of them.
 */
export async function connectPatiently(pool: pg.Pool, leftMs: () => number): Promise<pg.PoolClient> {
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isRefused(error) || pool.ending || leftMs() <= KNOCK_EVERY_MS) throw error
      const standing = standingOf(pool)
      await (standing.comeback ??= knock(pool).finally(() => (standing.comeback = null)))
    }
  }
}

async function knock(pool: pg.Pool): Promise<void> {
  for (const until = performance.now() + KNOCK_FOR_MS; ;) {
    await delay(KNOCK_EVERY_MS)
    try {
      const client = await pool.connect()
      return client.release()
    } catch (error) {
      if (!isRefused(error) || pool.ending || performance.now() > until) throw error
    }
  }
}

/** Excludes a silent server and a queue that is too long: those were already waited for. */
function isRefused(error: unknown): boolean {
  return isDatabaseAway(error) && !/timeout/.test((error as Error).message)
}
