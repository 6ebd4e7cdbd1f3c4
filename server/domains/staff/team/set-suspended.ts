import { inTx, type Ctx } from '../../../platform/context.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { switchReseller } from '../../resellers/switch-reseller.ts'
import { revokeInvitationsOf } from '../invitations/queries.ts'
import { findMemberIds } from './queries.ts'

/**
 * Suspends a reseller, for a reason that its staff read, or lets it work again. A suspension ends its members'
 * invitations and Telegram bindings for good: they have to make them again. False when nothing changed.
 */
export function setSuspended(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  change: { on: boolean; reason: string | null },
  actor: AuditActor,
): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const isChanged = await switchReseller(tx, resellerId, { name: 'suspended', ...change }, actor)
    if (change.on) {
      await revokeInvitationsOf(tx.db, await findMemberIds(tx.db, resellerId), ctx.now)
      await addJob(tx.db, 'telegram.sweep', {})
    }
    return isChanged
  })
}
