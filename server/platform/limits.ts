import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import type { Ctx } from './context.ts'
import { hmac } from './crypto.ts'
import { fail } from './errors.ts'

/** So many in a window that starts with the first one. `name` keeps the keys of one limit apart from another's. */
export type Limit = { name: string; points: number; windowMs: number }
export type Count = {
  isOver: boolean
  used: number
  leftMs: number
  /** False when memory answered: then nothing was written, and nothing is to be given back. */
  isCounted: boolean
}
type LimitCtx = Pick<Ctx, 'db' | 'config'>

/** A key this far over its limit is answered from memory until its window ends, so a flood costs no statements. */
const MEMORY_FACTOR = 4
const limiters = new WeakMap<pg.Pool, Map<string, RateLimiterPostgres>>()

/** Counts one more and says whether that is too many. `windowMs` replaces the limit's own for a new window. */
export async function countOne(ctx: LimitCtx, limit: Limit, key: string, windowMs = limit.windowMs): Promise<Count> {
  try {
    const result = await limiterOf(ctx, limit).consume(keyOf(ctx, key), 1, { customDuration: windowMs / 1000 })
    return { ...read(result), isOver: false, isCounted: true }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return { ...read(error), isOver: true, isCounted: error.consumedPoints > 0 }
  }
}

/** Counts one more and refuses with 429 when that is too many. */
export async function takeOne(ctx: LimitCtx, limit: Limit, key: string): Promise<void> {
  const count = await countOne(ctx, limit, key)
  if (count.isOver) refuseTooMany(count)
}

export function refuseTooMany({ leftMs }: Pick<Count, 'leftMs'>): never {
  fail('request.too_many', { retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) })
}

/** Looks without counting; null when nothing was counted in the present window. */
export async function loadCount(ctx: LimitCtx, limit: Limit, key: string): Promise<Count | null> {
  const result = await limiterOf(ctx, limit).get(keyOf(ctx, key))
  return result && { ...read(result), isOver: result.consumedPoints >= limit.points, isCounted: false }
}

/** Takes one count back: the try turned out to be a right one. */
export async function giveBack(ctx: LimitCtx, limit: Limit, key: string): Promise<void> {
  await limiterOf(ctx, limit).reward(keyOf(ctx, key), 1)
}

export async function forgetCount(ctx: LimitCtx, limit: Limit, key: string): Promise<void> {
  await limiterOf(ctx, limit).delete(keyOf(ctx, key))
}

function read(result: RateLimiterRes): { used: number; leftMs: number } {
  return { used: result.consumedPoints, leftMs: result.msBeforeNext }
}

/** Keys are names and addresses of people: the table holds only a keyed hash of them. */
function keyOf(ctx: LimitCtx, key: string): string {
  return hmac(ctx.config.secretKey, 'limits', key).toString('base64url')
}

function limiterOf(ctx: LimitCtx, limit: Limit): RateLimiterPostgres {
  // A count inside a transaction would vanish with the refusal that rolls it back.
  if (!('pool' in ctx.db)) throw new Error(`The limit ${limit.name} was counted inside a transaction`)
  const { pool } = ctx.db
  const known = limiters.get(pool) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(pool, known)
  const found = known.get(limit.name) ?? createLimiter(pool, limit, known.size === 0)
  known.set(limit.name, found)
  return found
}

/** All limits share one table, so one of them sweeps out what expired. */
function createLimiter(pool: pg.Pool, limit: Limit, isSweeper: boolean): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: isSweeper,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.windowMs / 1000,
    inMemoryBlockOnConsumed: limit.points * MEMORY_FACTOR,
  })
}
