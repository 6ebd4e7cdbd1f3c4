import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { tellReseller } from '../../orders/tell-reseller.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { setSuspended } from '../../staff/team/set-suspended.ts'

type SuspendCtx = Pick<Ctx, 'db' | 'now'>
/** The mail goes to members with this permission: those who run the team. */
const concerns = 'staff.read'

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
    // Queue the mail first: it locks the owner's account, which other code locks before anything of the reseller.
    const words = { number: String(resellerId), reason }
    if (isNews) await tellReseller(tx, { resellerId, concerns }, 'reseller_suspended', words)
    return setSuspended(tx, resellerId, { on: true, reason }, actor)
  })
}

export function resumeReseller(ctx: SuspendCtx, resellerId: number, actor: AuditActor): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const { suspendedAt } = await getReseller(tx, resellerId)
    if (suspendedAt)
      await tellReseller(tx, { resellerId, concerns }, 'reseller_resumed', { number: String(resellerId) })
    return setSuspended(tx, resellerId, { on: false, reason: null }, actor)
  })
}
