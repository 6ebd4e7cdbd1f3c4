import type { AuditActor } from '../../../platform/audit.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { switchReseller } from '../../resellers/switch-reseller.ts'
import { revokeInvitationsOf } from '../invitations/queries.ts'
import { findMemberIds } from './queries.ts'

/**
 * Suspends a reseller, for a reason that its people read, or lets it work again. What its members have invited ends with the suspension, and stays over: they
 * invite anew. False when it stood that way already.
 */
export function setSuspended(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  change: { on: boolean; reason: string | null },
  actor: AuditActor,
): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const isChanged = await switchReseller(tx, resellerId, { name: 'suspended', ...change }, actor)
    if (change.on) await revokeInvitationsOf(tx.db, await findMemberIds(tx.db, resellerId), ctx.now)
    return isChanged
  })
}
