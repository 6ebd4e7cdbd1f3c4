import { inTx, type Ctx } from '../../platform/context.ts'
import type { Db, Queryable, Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor, type AuditWords } from '../audit/audit.ts'
import { resellerSubject } from './add-reseller.ts'
import {
  deleteLimitRow,
  findLimited,
  insertTelling,
  saveLimitRow,
  type LimitKind,
  type LimitPercent,
} from './limit-queries.ts'
import type { LimitRow, LimitWish } from './limit-row.ts'
import { lockLimits, monthBegin } from './limits.ts'
import { getSellingTerms } from './selling-terms.ts'

const USERS_MAX = 100_000_000

/**
 * Sets how large a reseller may become; null means no limit, and both null removes the limits. The caller counts the
 * current use in the same transaction, so that the limit holds at once.
 */
export function setLimits(
  ctx: Pick<Ctx, 'now' | 'config'> & { db: Db | Tx },
  resellerId: number,
  wish: LimitWish,
  actor: AuditActor,
): Promise<void> {
  const { usersMax, trafficMaxBytes } = wish
  const fields: Record<string, string> = {}
  if (usersMax !== null && !isWhole(usersMax, USERS_MAX)) fields['usersMax'] = `1 to ${USERS_MAX}`
  if (trafficMaxBytes !== null && !isWhole(trafficMaxBytes, Number.MAX_SAFE_INTEGER)) {
    fields['trafficMaxBytes'] = '1 or more'
  }
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
  return inTx(ctx, async (tx) => {
    await getSellingTerms(tx, resellerId)
    const before = await lockLimits(tx, resellerId)
    if (usersMax === null && trafficMaxBytes === null) await deleteLimitRow(tx.db, resellerId)
    else await saveLimitRow(tx.db, resellerId, wish, { month: monthBegin(ctx), now: ctx.now })
    const entry = { resellerId, actor, action: 'reseller.limits_changed', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, before: wordsOf(before), after: wordsOf(wish) }, ctx.now)
  })
}

/** The resellers that the job checks. */
export function findLimitedResellers(ctx: { db: Queryable }): Promise<number[]> {
  return findLimited(ctx.db)
}

/** Records that something was told; false when it was already told this month. */
export function noteTelling(
  ctx: Pick<Ctx, 'now' | 'config'> & { db: Tx },
  resellerId: number,
  kind: LimitKind,
  percent: LimitPercent,
): Promise<boolean> {
  return insertTelling(ctx.db, resellerId, { month: monthBegin(ctx), kind, percent, now: ctx.now })
}

const isWhole = (value: number, max: number) => Number.isSafeInteger(value) && value >= 1 && value <= max

function wordsOf(limits: LimitWish | LimitRow | null): AuditWords {
  if (!limits) return { usersMax: null, trafficMaxBytes: null }
  return { usersMax: limits.usersMax, trafficMaxBytes: limits.trafficMaxBytes, atLimit: limits.atLimit }
}
