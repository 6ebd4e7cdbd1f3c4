import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { emit } from '../../events/emit.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { setSuspended } from '../../staff/team/set-suspended.ts'

type SuspendCtx = Pick<Ctx, 'db' | 'now'>

/** Stops all sales from now on, and tells the people who run the reseller why. False when nothing changed. */
export function suspendReseller(
  ctx: SuspendCtx,
  resellerId: number,
  given: string,
  actor: AuditActor,
): Promise<boolean> {
  const reason = given.trim()
  if (reason === '' || [...reason].length > limits.blockReasonMax) {
    fail('request.invalid', { fields: { reason: `1 to ${limits.blockReasonMax} characters` } })
  }
  return inTx(ctx, async (tx) => {
    const { suspendedAt, suspendedReason } = await getReseller(tx, resellerId)
    const isNews = suspendedAt === null || suspendedReason !== reason
    if (isNews) await emit(tx, 'reseller.suspended', { resellerId, aside: { reason } })
    return setSuspended(tx, resellerId, { on: true, reason }, actor)
  })
}

export function resumeReseller(ctx: SuspendCtx, resellerId: number, actor: AuditActor): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const { suspendedAt } = await getReseller(tx, resellerId)
    if (suspendedAt) await emit(tx, 'reseller.resumed', { resellerId })
    return setSuspended(tx, resellerId, { on: false, reason: null }, actor)
  })
}
