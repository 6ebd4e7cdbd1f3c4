import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { actorName, writeAudit, type AuditActor } from '../audit/audit.ts'
import { refuseOwnApproval } from '../audit/four-eyes.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { claimAsApproved, loadPayout, type PayoutName } from './queries.ts'

/** Approves a payout; somebody else has to pay it. No money moves. */
export function approvePayout(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  name: PayoutName,
  actor: AuditActor,
): Promise<{ amountFen: number }> {
  return inTx(ctx, async (tx) => {
    const row = (await loadPayout(tx.db, name)) ?? fail('object.unknown')
    refuseOwnApproval(ctx, row, actor)
    const approval = { approvedBy: actorName(actor), approvedAt: ctx.now }
    const claimed = await claimAsApproved(tx.db, name, approval)
    if (!claimed) fail(row.state === 'open' ? 'approval.done' : 'payout.settled')
    const { resellerId, amountFen } = row
    const entry = { resellerId, actor, action: 'payout.approved', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { payout: row.id, amountFen } }, ctx.now)
    return { amountFen }
  })
}
