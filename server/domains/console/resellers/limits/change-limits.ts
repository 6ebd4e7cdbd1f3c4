import { inTx, type Ctx } from '../../../../platform/context.ts'
import type { AuditActor } from '../../../audit/audit.ts'
import { loadLimits, type LimitRow } from '../../../resellers/limits.ts'
import { setLimits } from '../../../resellers/set-limits.ts'
import { checkLimit } from './check-limits.ts'

/** Sets a reseller's limits and counts its use at once, so that the limits hold from now on. */
export function changeLimits(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  resellerId: number,
  wish: Parameters<typeof setLimits>[2],
  actor: AuditActor,
): Promise<LimitRow | null> {
  return inTx(ctx, async (tx) => {
    await setLimits(tx, resellerId, wish, actor)
    await checkLimit(tx, resellerId)
    return loadLimits(tx, resellerId)
  })
}
