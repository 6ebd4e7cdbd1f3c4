import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

import { isDatabaseAway } from './database-away.ts'

/** Demoted (read-only), shut down by its operator, crashed, starting up. */
const LEAVES = new Set(['25006', '57P01', '57P02', '57P03'])
const READ_ONLY = '25006'
/** A database that is read-only for good would otherwise be left with every write. */
const LEAVE_EVERY_MS = 2_000
const KNOCK_EVERY_MS = 100
/** Nobody waits for longer: whoever comes later has it tried again. */
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

/** Whether the connection that says so leads to a server which is of no use any more. */
export function isLeaving(error: unknown): boolean {
  return error instanceof pg.DatabaseError && LEAVES.has(error.code ?? '')
}

/**
 * A server that refuses to write was the primary once. Connections stay open when it is demoted: those that rest are
 * closed now, those on loan when they come back, and who listens on one is told. The next ones find the primary.
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

/** For who keeps a connection for good. Returns how to stop being told. */
export function onDemotion(pool: pg.Pool, tell: () => void): () => void {
  const { onLeft } = standingOf(pool)
  onLeft.add(tell)
  return () => void onLeft.delete(tell)
}

/** As if the server had ended it: its user is told by an error, a pool takes it out. */
export function cutConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  connection.stream.destroy(new Error('Connection terminated: its server is read-only'))
}

/**
 * A connection as soon as there is a server that takes it: nothing was sent to the one that refused, so a change of
 * primary is only a wait. One of the waiting knocks for all of them.
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

/** Not a silent server, and not a queue that is too long: those have been waited for. */
function isRefused(error: unknown): boolean {
  return isDatabaseAway(error) && !/timeout/.test((error as Error).message)
}
