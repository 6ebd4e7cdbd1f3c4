import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'

import type { Connection } from '../postgres/connection.ts'
import { followStatement, type Telemetry } from '../telemetry/telemetry.ts'
import { afterReading, ask, askInTime, type RawStatement } from './ask-in-time.ts'
import {
  connectPatiently,
  followConnections,
  isLeaving,
  isLeft,
  noteDemotion,
  onDemotion,
} from './change-of-primary.ts'
import { columnNames, rowTypes } from './db-rows.ts'
import type { DB } from './db-types.ts'
import { followEnds } from './end-in-time.ts'
import { currentPatience } from './patience.ts'
import { shareReads } from './shared-reads.ts'
import { timeStatement, type SlowWatch } from './slow-statements.ts'
import { followWrites } from './write-watch.ts'

/** Prepared once per connection under its name: 1.4-1.7 times as fast as without a name. */
export type NamedStatement = { name: string; text: string; values?: unknown[] }

/** What queries take: the database or an open transaction. Both return rows with camelCase names. */
export type Queryable = {
  kysely: Kysely<DB>
  query<Row extends object = Record<string, unknown>>(statement: NamedStatement): Promise<Row[]>
}
/** Takes named statements: the database, a transaction, or a single connection. */
export type Asker = Pick<Queryable, 'query'>
export type Db = Queryable & {
  pool: pg.Pool
  /** Reads a few rows by key on a hot path: it may share a connection with other reads (`shared-reads.ts`). */
  read<Row extends object = Record<string, unknown>>(statement: NamedStatement): Promise<Row[]>
  close(): Promise<void>
}
export type Tx = Queryable & {
  isTransaction: true
  /**
   * Sends at once without waiting for the answer. If it fails, the transaction fails with its error, or with what
   * `explain` makes of it.
   */
  send(statement: NamedStatement, explain?: (error: unknown) => unknown): void
  /**
   * The same, but sent right before COMMIT, after all other statements: this holds its locks as briefly as possible.
   */
  sendLast: Tx['send']
}

export type DbOptions = {
  connection?: Connection
  url?: string
  poolSize?: number
  applicationName?: string
  statementTimeoutMs?: number
  /** For opening a connection, and for waiting in the queue when the caller has no shorter patience. */
  connectionTimeoutMs?: number
  log?: (line: string) => void
  slow?: SlowWatch
  telemetry?: Telemetry
}

const CONNECTION_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
// Reached only if the server no longer answers: the server's own limit comes first and keeps the connection.
const QUERY_TIMEOUT_EXTRA_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 60_000
// A caller with less patience left reads alone: giving up closes the connection, also for others on it.
const SHARED_FROM_MS = 2_000
// A machine that vanished is noticed after this time plus ten probes of a second each; Linux itself would probe only
// after two hours.
const KEEP_ALIVE_MS = 10_000

export function createDb(options: DbOptions): Db {
  const pool = createPool(options)
  watches.set(pool, options)
  const kysely = kyselyOn({
    options: pool.options,
    connect: () => takeLease(pool),
    end: async () => {},
  })
  const shared = shareReads({
    take: () => takeLease(pool),
    isOwnFault: (error) => error instanceof pg.DatabaseError && !isLeaving(error),
    hasTime: () => (currentPatience()?.leftMs() ?? Infinity) > SHARED_FROM_MS,
  })
  onDemotion(pool, shared.renew)
  const end = followEnds(pool)
  let closed: Promise<void> | undefined
  return {
    pool,
    kysely,
    async read<Row extends object>(statement: NamedStatement) {
      return (await shared.run(statement)).rows as Row[]
    },
    async query<Row extends object>(statement: NamedStatement) {
      return (await runOnPool(pool, statement)).rows as Row[]
    },
    close: () => (closed ??= end()),
  }
}

/** Shares a connection with other reads if possible; a transaction uses its own. */
export function readQuickly<Row extends object>(db: Asker, statement: NamedStatement): Promise<Row[]> {
  return 'read' in db ? (db as Db).read<Row>(statement) : db.query<Row>(statement)
}

export function named<Row extends object = Record<string, unknown>>(
  db: Queryable,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return db.query<Row>({ name, text, values })
}

/**
 * Statements of one transaction are answered in the order they were asked. Ask those that do not depend on each other
 * together: that costs one wait for the database. `read` is sent with BEGIN and must only read: a write after a failed
 * BEGIN would take effect on its own.
 */
export async function inTransaction<T, F = undefined>(
  db: Pick<Db, 'pool'>,
  work: (tx: Tx, found: F) => Promise<T>,
  read?: (tx: Tx) => Promise<F>,
): Promise<T> {
  const client = await takeLease(db.pool)
  const line = openLine(client)
  try {
    const tx = openTx(line)
    const [, found] = await together([client.run({ text: 'begin' }), read?.(tx)])
    const result = await work(tx, found as F)
    await line.commit()
    return result
  } catch (error) {
    const failure = await line.close()
    await client.run({ text: 'rollback' }).catch(() => {})
    throw failure ?? error
  } finally {
    client.release()
  }
}

/**
 * Asks several independent statements on one connection: they are answered in this order in a single wait. For
 * statements that need an order but no transaction.
 */
export async function askInOrder<const T extends readonly unknown[]>(
  { pool }: Pick<Db, 'pool'>,
  ask: (one: Asker) => T,
): Promise<{ -readonly [K in keyof T]: PromiseSettledResult<Awaited<T[K]>> }> {
  const client = await takeLease(pool)
  try {
    return await Promise.allSettled(ask(openAsker(client.run)))
  } finally {
    client.release()
  }
}

/** The answers of all. If several failed, throws the first in this order, whichever was noticed first. */
export async function together<const T extends readonly unknown[]>(
  asked: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  return (await Promise.allSettled(asked)).map(answerOf) as never
}

/** The answer of one statement that was asked in order; throws if it failed. */
export function answerOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** Do not use pool.query: it discards the connection, with its prepared statements, after any failed statement. */
export async function runOnPool(pool: pg.Pool, statement: RawStatement): Promise<pg.QueryResult> {
  const client = await takeLease(pool)
  try {
    return await client.run(statement)
  } finally {
    client.release()
  }
}

async function takeLease(pool: pg.Pool): Promise<Lease> {
  let client = await takeClient(pool)
  // The job runner returns its connections by itself: one that it had during a demotion may be in the pool.
  for (; isLeft(pool, client); client = await takeClient(pool)) client.release(true)
  return lease(client, pool, watches.get(pool) ?? {})
}

/** When the database last answered any statement. */
const answeredAt = new WeakMap<pg.Pool, number>()
type Watches = Pick<DbOptions, 'slow' | 'telemetry'>
const watches = new WeakMap<pg.Pool, Watches>()

/**
 * Waits no longer than the caller's patience; a connection that comes too late goes back. The queue is moving as long
 * as others get answers.
 */
async function takeClient(pool: pg.Pool): Promise<pg.PoolClient> {
  const patience = currentPatience()
  // An idle connection is available at once.
  if (!patience || pool.idleCount > pool.waitingCount) return pool.connect()
  const stopWaiting = patience.startWaiting()
  const coming = connectPatiently(pool, patience.leftMs)
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = () => {
    patience.noteLife(answeredAt.get(pool) ?? 0)
    if (patience.leftMs() > 0) return void (stopTimer = afterReading(giveUp, patience.leftMs()))
    reject(new Error('timeout exceeded when trying to connect'))
    coming.then(
      (client) => client.release(),
      () => {},
    )
  }
  let stopTimer = afterReading(giveUp, patience.leftMs())
  try {
    return await Promise.race([coming, late])
  } finally {
    stopTimer()
    stopWaiting()
  }
}

type Run = (statement: RawStatement) => Promise<pg.QueryResult>
type Lease = PostgresPoolClient & { run: Run }

/**
 * A borrowed connection. Closes it instead of passing it on if the connection itself failed, not just a statement, or
 * if its server is no longer the primary.
 */
function lease(client: pg.PoolClient, pool: pg.Pool, { slow, telemetry }: Watches): Lease {
  let isBroken = false
  const noteWrite = followWrites()
  const run: Run = async (statement) => {
    // Otherwise the rollback would wait its full timeout on a connection that was already given up.
    if (isBroken) throw new Error('The database connection is broken')
    const patience = currentPatience()
    const stopWaiting = patience?.startWaiting()
    const stopClock = timeStatement(slow, statement)
    const endSpan = followStatement(telemetry, statement)
    let failure: unknown
    try {
      return await (patience ? askInTime(client, statement, patience.leftMs()) : ask(client, statement))
    } catch (error) {
      failure = error
      // Otherwise the stack leads to the socket that read the answer, not to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      isBroken ||= !(error instanceof pg.DatabaseError) || isLeaving(error)
      noteDemotion(pool, error)
      throw error
    } finally {
      stopWaiting?.()
      stopClock()
      noteWrite(statement.text)
      endSpan(failure)
      if (!isBroken) {
        answeredAt.set(pool, performance.now())
        patience?.noteLife()
      }
    }
  }
  return {
    run,
    ...asKyselyClient(run),
    release: (destroy) => client.release(destroy || isBroken || isLeft(pool, client)),
  }
}

function asKyselyClient(run: Run): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) => run({ text, values })
  return { query: query as unknown as PostgresPoolClient['query'], release() {} }
}

type Line = Pick<Tx, 'send' | 'sendLast'> & { run: Run; commit(): Promise<void>; close(): Promise<unknown> }

/** The statements of one transaction. Refuses any after its end: the connection may then belong to another caller. */
function openLine(client: { run: Run }): Line {
  const sent: Promise<unknown>[] = []
  let all: Promise<unknown> = Promise.resolve()
  let failure: unknown
  let isOver = false
  const ask: Run = (statement) => {
    const answer = client.run(statement)
    all = Promise.allSettled([all, answer])
    return answer
  }
  const run: Run = (statement) => (isOver ? Promise.reject(new Error('The transaction is over')) : ask(statement))
  const send: Tx['send'] = (statement, explain = (error) => error) => {
    const answer = run(statement).catch((error: unknown) => Promise.reject(explain(error)))
    answer.catch((error: unknown) => (failure ??= error))
    sent.push(answer)
  }
  const last: (() => void)[] = []
  return {
    run,
    send,
    sendLast: (statement, explain) => void last.push(() => send(statement, explain)),
    async commit() {
      for (const sendNow of last) sendNow()
      isOver = true
      // Send COMMIT after everything under way without waiting: after a failure PostgreSQL turns it into a rollback.
      const [{ command }] = await Promise.all([ask({ text: 'commit' }), ...sent])
      // An error was swallowed.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed')
    },
    async close() {
      isOver = true
      await all
      return failure
    },
  }
}

function openTx({ run, send, sendLast }: Line): Tx {
  const client = asKyselyClient((statement) => {
    // Kysely's own transaction() would send a second BEGIN, and its COMMIT would end ours.
    if (/^(begin|start transaction)/.test(statement.text)) throw new Error('A transaction is open already: use it')
    return run(statement)
  })
  return {
    isTransaction: true,
    send,
    sendLast,
    kysely: kyselyOn({ options: {}, connect: async () => client, end: async () => {} }),
    ...openAsker(run),
  }
}

function openAsker(run: Run): Asker {
  return {
    async query<Row extends object>(statement: NamedStatement) {
      return (await run(statement)).rows as Row[]
    },
  }
}

function kyselyOn(pool: PostgresPool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [columnNames] })
}

function createPool(options: DbOptions): pg.Pool {
  const log = options.log ?? (() => {})
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const pool = new pg.Pool({
    ...(options.url === undefined ? options.connection : { connectionString: options.url }),
    max: options.poolSize ?? 10,
    application_name: options.applicationName ?? 'yuxian',
    connectionTimeoutMillis: options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + QUERY_TIMEOUT_EXTRA_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    pipeline: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: rowTypes,
    onConnect: watchForLostClient,
  })
  // A database restart breaks idle and working connections alike; an error event without a listener ends the process.
  pool.on('error', (error) => log(`An idle database connection broke: ${error.message}`))
  pool.on('connect', (client) => client.on('error', (error) => log(`A database connection broke: ${error.message}`)))
  followConnections(pool)
  return pool
}

/**
 * Otherwise a statement that waits for a lock would keep its own locks after its client is gone. Not every server can
 * check this.
 */
async function watchForLostClient(client: pg.ClientBase): Promise<void> {
  await client.query(`set client_connection_check_interval = '2s'`).catch(() => {})
}
