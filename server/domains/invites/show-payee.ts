import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { unsealPayout, type Payout } from '../accounts/payout-account.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { loadWithdrawal, type WithdrawalName } from './withdrawal-queries.ts'

/** Shows the payee of a withdrawal to the deciding staff member. Audits each look in the same transaction. */
export function showPayee(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  name: WithdrawalName,
  actor: AuditActor,
): Promise<Payout & { method: string }> {
  return inTx(ctx, async (tx) => {
    const row = (await loadWithdrawal(tx.db, name)) ?? fail('object.unknown')
    const { resellerId, method, sealedAccount } = row
    const subject = `withdrawal:${row.id}`
    await writeAudit(tx.db, { resellerId, actor, action: 'withdrawal.payee_shown', subject }, ctx.now)
    return { method, ...unsealPayout(ctx.config, row.id, sealedAccount) }
  })
}
