import { inTx, type Ctx } from '../../../../platform/context.ts'
import type { Tx } from '../../../../platform/db/db.ts'
import type { JobCtx } from '../../../../platform/jobs/jobs.ts'
import { countLimited } from '../../../accounts/count-accounts.ts'
import { emit } from '../../../events/emit.ts'
import { lockLimits, monthBegin, saveUse, type LimitRow } from '../../../resellers/limits.ts'
import { findLimitedResellers, noteTelling } from '../../../resellers/set-limits.ts'
import { sumTraffic } from './queries.ts'

type CheckCtx = Pick<Ctx, 'db' | 'now' | 'config'>
type Part = { kind: 'users' | 'traffic'; used: number; max: number | null }

/**
 * Runs every five minutes: counts users and traffic of resellers with limits, and tells them what is near or reached.
 */
export async function checkLimits(ctx: JobCtx): Promise<void> {
  for (const resellerId of await findLimitedResellers(ctx)) await checkLimit(ctx, resellerId)
}

/** Checks one reseller in its own transaction. Also called when limits change, so that they hold at once. */
export function checkLimit(ctx: CheckCtx, resellerId: number): Promise<void> {
  return inTx(ctx, async (tx) => {
    // Sum before the lock, for which registrations wait: a million users have millions of rows.
    const trafficBytes = await sumTraffic(tx.db, resellerId, monthBegin(tx))
    const limits = await lockLimits(tx, resellerId)
    if (!limits) return
    const usersCount = await countLimited(tx, resellerId)
    await saveUse(tx, resellerId, { usersCount, trafficBytes })
    await tell(tx, limits, { kind: 'users', used: usersCount, max: limits.usersMax })
    await tell(tx, limits, { kind: 'traffic', used: trafficBytes, max: limits.trafficMaxBytes })
  })
}

/**
 * Tells at 80 and at 100 %, each once a month. A reseller that jumps over both is told only that the limit is reached.
 */
async function tell(tx: CheckCtx & { db: Tx }, limits: LimitRow, { kind, used, max }: Part): Promise<void> {
  const { resellerId } = limits
  if (max === null || used < max * 0.8) return
  const isNew80 = await noteTelling(tx, resellerId, kind, 80)
  const isNew100 = used >= max && (await noteTelling(tx, resellerId, kind, 100))
  if (!isNew80 && !isNew100) return
  await emit(tx, 'limit.near', { resellerId, kind, isFull: isNew100, used, max })
}
