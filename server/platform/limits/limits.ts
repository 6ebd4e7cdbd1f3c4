import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import type { Ctx } from '../context.ts'
import { readQuickly, runOnPool, type Asker, type NamedStatement } from '../db/db.ts'
import { withPatience } from '../db/patience.ts'
import { fail } from '../errors.ts'
import { hmac } from '../secrets/crypto.ts'
import { blockedMs, forgetBlocked } from './limiter-parts.ts'

/** Allows `points` in a window that starts with the first count. `name` keeps the keys of different limits apart. */
export type Limit = { name: string; points: number; windowMs: number }
/** `isOver`: the last count did not fit, or (only looked at) another would not. `used` is exact below that. */
export type Count = { isOver: boolean; used: number; leftMs: number }
/** What is counted, and for which caller. */
export type Counter = readonly [limit: Limit, key: string]
type LimitCtx = Pick<Ctx, 'db' | 'config'>

const limiters = new WeakMap<pg.Pool, Map<string, RateLimiterPostgres>>()

/** Counts one and refuses with 429 if it does not fit. */
export async function takeOne(ctx: LimitCtx, limit: Limit, key: string): Promise<void> {
  const count = await countOne(ctx, limit, key)
  if (count.isOver) refuseTooMany(count)
}

/**
 * Counts one. Answers for a full key from memory, so a flood costs no statements. `windowMs` applies to a window that
 * begins now.
 */
export async function countOne(
  ctx: LimitCtx,
  limit: Limit,
  key: string,
  windowMs: number = limit.windowMs,
): Promise<Count> {
  try {
    const result = await limiterOf(ctx, limit).consume(limiterKey(ctx, key), 1, { customDuration: windowMs / 1000 })
    return { isOver: false, used: result.consumedPoints, leftMs: result.msBeforeNext }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return { isOver: true, used: limit.points, leftMs: error.msBeforeNext }
  }
}

/** Looks without counting. */
export async function loadCount(ctx: LimitCtx, limit: Limit, key: string): Promise<Count> {
  const [count] = await loadCounts(ctx, [[limit, key]])
  return count!
}

/** Looks at several, in their order: one statement for all that this process does not know to be full. */
export async function loadCounts(ctx: LimitCtx, counters: readonly Counter[], asker: Asker = ctx.db): Promise<Count[]> {
  const known = counters.map(([limit, key]) => {
    const storeKey = storeKeyOf(ctx, limit, key)
    return { limit, storeKey, fullMs: blockedMs(limiterOf(ctx, limit), storeKey) }
  })
  const asked = known.filter(({ fullMs }) => fullMs === 0).map(({ storeKey }) => storeKey)
  const found = new Map((await findCounts(asker, asked)).map((row) => [row.key, row]))
  return known.map(({ limit, storeKey, fullMs }) => {
    if (fullMs > 0) return { isOver: true, used: limit.points, leftMs: fullMs }
    const { points = 0, expire = null } = found.get(storeKey) ?? {}
    return { isOver: points >= limit.points, used: points, leftMs: expire ? Math.max(expire - Date.now(), 0) : 0 }
  })
}

/** How long this process knows the key to be full: costs no statement, and 0 says nothing. */
export function knownFullMs(ctx: LimitCtx, limit: Limit, key: string): number {
  return blockedMs(limiterOf(ctx, limit), storeKeyOf(ctx, limit, key))
}

/** Takes one back: what was counted turned out to be no misuse. Call it only after a count that fitted. */
export async function giveBack(ctx: LimitCtx, limit: Limit, key: string): Promise<void> {
  const limiter = limiterOf(ctx, limit)
  await limiter.reward(limiterKey(ctx, key), 1)
  // The library forgets a single key only together with its row, so forget all; full keys are soon learnt again.
  limiter.deleteInMemoryBlockedAll()
}

export function forgetCount(ctx: LimitCtx, limit: Limit, key: string): Promise<void> {
  return forgetCounts(ctx, [[limit, key]])
}

export async function forgetCounts(ctx: LimitCtx, counters: readonly Counter[]): Promise<void> {
  const keys = counters.map(([limit, key]) => storeKeyOf(ctx, limit, key))
  await ctx.db.query({ name: 'limits.forget', text: 'delete from rate_limits where key = any($1)', values: [keys] })
  for (const [at, [limit]] of counters.entries()) forgetBlocked(limiterOf(ctx, limit), keys[at]!)
}

export function refuseTooMany({ leftMs }: Pick<Count, 'leftMs'>): never {
  fail('request.too_many', { retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) })
}

/**
 * Keys are names and addresses of people: the table holds only a keyed hash of them. Cached, because a sign-in asks for
 * some twice.
 */
export function limiterKey({ config: { secretKey } }: Pick<Ctx, 'config'>, key: string): string {
  const known = hashed.get(secretKey) ?? new Map<string, string>()
  hashed.set(secretKey, known)
  const found = known.get(key) ?? hmac(secretKey, 'limits', key).toString('base64url')
  if (known.size >= HASHED_MAX) known.clear()
  known.set(key, found)
  return found
}

const hashed = new WeakMap<Buffer, Map<string, string>>()
const HASHED_MAX = 500

function storeKeyOf(ctx: LimitCtx, limit: Limit, key: string): string {
  return limiterOf(ctx, limit).getKey(limiterKey(ctx, key))
}

type Row = { key: string; points: number; expire: number | null }

async function findCounts(asker: Asker, keys: readonly string[]): Promise<Row[]> {
  if (keys.length === 0) return []
  const text = 'select key, points, expire from rate_limits where key = any($1) and (expire > $2 or expire is null)'
  return readQuickly<Row>(asker, { name: 'limits.find', text, values: [keys, Date.now()] })
}

/** Points by name of the limits that this process has used. */
export function pointsByName({ db }: Pick<Ctx, 'db'>): ReadonlyMap<string, number> {
  const known = 'pool' in db ? limiters.get(db.pool) : undefined
  return new Map([...(known ?? [])].map(([name, limiter]) => [name, limiter.points]))
}

function limiterOf(ctx: LimitCtx, limit: Limit): RateLimiterPostgres {
  // A count inside a transaction would vanish when the refusal rolls it back.
  if (!('pool' in ctx.db)) throw new Error(`The limit ${limit.name} was counted inside a transaction`)
  const { pool } = ctx.db
  const known = limiters.get(pool) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(pool, known)
  // Without patience: its sweep continues after the request that came first.
  const found = known.get(limit.name) ?? withPatience(null, () => createLimiter(pool, limit, known.size === 0))
  known.set(limit.name, found)
  return found
}

/** All limits share one table, so only one of them deletes expired rows. */
function createLimiter(pool: pg.Pool, limit: Limit, isSweeper: boolean): RateLimiterPostgres {
  return new RateLimiterPostgres({
    // Use our own way to run statements: it respects the caller's patience.
    storeClient: { query: (statement: NamedStatement) => runOnPool(pool, statement) },
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: isSweeper,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.windowMs / 1000,
    inMemoryBlockOnConsumed: limit.points,
  })
}
