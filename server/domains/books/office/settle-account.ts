import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import { accountSubject, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { settleShortfall, type Settlement } from '../../subscriptions/settle-shortfall.ts'
import { judgeAccount } from '../wholesale-checks.ts'

export type Settled = Settlement & { missingFen: number }

/**
 * M42: settles an account that got more than the platform received wholesale for. A second call finds nothing missing.
 */
export function settleAccount(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  owner: Owner,
  how: 'cut' | 'accept',
  actor: AuditActor,
): Promise<Settled> {
  return inTx(ctx, async (tx) => {
    const { unknownFen, dueFen, hasFen } = await judgeAccount(tx.db, owner)
    const missingFen = Math.max(0, dueFen - hasFen)
    if (missingFen === 0) return { missingFen, takenSeconds: 0, takenBytes: 0, ownFen: 0 }
    const settlement = await settleShortfall(tx, owner, { missingFen, unknownFen }, how)
    const entry = {
      resellerId: owner.resellerId,
      actor,
      action: 'books.settled',
      subject: accountSubject(owner.accountId),
    }
    await writeAudit(tx.db, { ...entry, detail: { amountFen: missingFen, how } }, ctx.now)
    return { missingFen, ...settlement }
  })
}
