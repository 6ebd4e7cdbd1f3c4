import { civilTime } from '../../../contract/civil-time.ts'
import type { Config } from '../../config.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { loadLimitRow, lockLimitRow, updateUse } from './limit-queries.ts'
import type { LimitRow, Use } from './limit-row.ts'

export type { LimitRow, Use } from './limit-row.ts'
type Clock = { now: Date; config: Pick<Config, 'businessTz'> }
type LimitCtx = Clock & { db: Queryable }

/** The first day of the business month, as `2026-11-01`. */
export function monthBegin({ now, config }: Clock): string {
  const { year, month } = civilTime(now, config.businessTz)
  return `${year}-${String(month).padStart(2, '0')}-01`
}

/** Null: no limit at all. Traffic of a past month counts as 0. */
export async function loadLimits(ctx: LimitCtx, resellerId: number): Promise<LimitRow | null> {
  const row = await loadLimitRow(ctx.db, resellerId)
  return row && ofMonth(ctx, row)
}

/** Locked until the transaction ends: other counters wait. */
export async function lockLimits(ctx: LimitCtx & { db: Tx }, resellerId: number): Promise<LimitRow | null> {
  const row = await lockLimitRow(ctx.db, resellerId)
  return row && ofMonth(ctx, row)
}

export function isFull({ usersMax, usersCount, trafficMaxBytes, trafficBytes }: LimitRow): boolean {
  const hasUsers = usersMax !== null && usersCount >= usersMax
  return hasUsers || (trafficMaxBytes !== null && trafficBytes >= trafficMaxBytes)
}

/**
 * Refuses what "stop selling" forbids: new packages, upgrades, packs, card batches, gifts. `reseller.full` is the
 * message for users, `reseller.limit` the one for the reseller itself.
 */
export async function refuseStopped(
  ctx: LimitCtx,
  resellerId: number,
  code: 'reseller.full' | 'reseller.limit',
): Promise<void> {
  refuseFull(ctx, await loadLimitRow(ctx.db, resellerId), code)
}

/** For a caller that has already read the row. */
export function refuseFull(clock: Clock, row: LimitRow | null, code: 'reseller.full' | 'reseller.limit'): void {
  if (isStopped(clock, row)) fail(code)
}

/** Whether a limit that was reached has stopped the sale of everything but renewals. */
export function isStopped(clock: Clock, row: LimitRow | null): boolean {
  const limits = row && ofMonth(clock, row)
  return limits?.atLimit === 'stop_selling' && isFull(limits)
}

/** Saves what was counted; needs `lockLimits`. */
export function saveUse(ctx: LimitCtx & { db: Tx }, resellerId: number, use: Use): Promise<void> {
  return updateUse(ctx.db, resellerId, { ...use, month: monthBegin(ctx), checkedAt: ctx.now })
}

function ofMonth(clock: Clock, row: LimitRow): LimitRow {
  return row.month === monthBegin(clock) ? row : { ...row, trafficBytes: 0 }
}
