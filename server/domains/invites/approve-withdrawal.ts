import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { accountSubject, actorName, writeAudit, type AuditActor } from '../audit/audit.ts'
import { refuseOwnApproval } from '../audit/four-eyes.ts'
import { claimAsApproved, loadWithdrawal, type WithdrawalName } from './withdrawal-queries.ts'

/** Approves a withdrawal for payment by the platform; another staff member pays it. No money moves. */
export function approveWithdrawal(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  name: WithdrawalName,
  actor: AuditActor,
): Promise<{ amountFen: number }> {
  return inTx(ctx, async (tx) => {
    const row = (await loadWithdrawal(tx.db, name)) ?? fail('object.unknown')
    refuseOwnApproval(ctx, {}, actor)
    const approval = { approvedBy: actorName(actor), approvedAt: ctx.now }
    const claimed = await claimAsApproved(tx.db, name, approval)
    if (!claimed) fail(row.state === 'pending' ? 'approval.done' : 'withdrawal.settled')
    const { resellerId, accountId, amountFen } = row
    const entry = { resellerId, actor, action: 'withdrawal.approved', subject: accountSubject(accountId) }
    await writeAudit(tx.db, { ...entry, detail: { withdrawalId: row.id, amountFen } }, ctx.now)
    return { amountFen }
  })
}
