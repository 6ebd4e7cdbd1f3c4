import { limits } from '../../../contract/limits.ts'
import { formatFen } from '../../../contract/money.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { accountSubject, writeAudit } from '../audit/audit.ts'
import { claimAsMissed, loadOwnWithdrawal, type WithdrawalRow } from './withdrawal-queries.ts'

/** True while the user may still report that the money did not arrive. */
export function isPaidLately({ state, settledAt }: Pick<WithdrawalRow, 'state' | 'settledAt'>, now: Date): boolean {
  return state === 'paid' && settledAt !== null && settledAt.getTime() > now.getTime() - limits.withdrawMissedMs
}

/** 没有收到 (not received): alerts the operator once; a repeat returns the time of the first report. */
export function reportMissed(
  ctx: Ctx<'user'>,
  { withdrawalId }: { withdrawalId: string },
): Promise<{ missedAt: string }> {
  const owner = { resellerId: ctx.resellerId, accountId: ctx.actor.accountId }
  const since = new Date(ctx.now.getTime() - limits.withdrawMissedMs)
  return inTx(ctx, async (tx) => {
    const row = await claimAsMissed(tx.db, owner, withdrawalId, { now: ctx.now, since })
    if (!row) {
      const known = (await loadOwnWithdrawal(tx.db, owner, withdrawalId)) ?? fail('object.unknown')
      return { missedAt: (known.missedAt ?? fail('withdrawal.too_late')).toISOString() }
    }
    const { resellerId, accountId, amountFen, feeFen } = row
    const subject = `withdrawal:${row.id}`
    const detail = { amount: formatFen(amountFen - feeFen), paidBy: row.paidBy }
    await raiseAlert(tx.db, { resellerId, kind: 'withdrawal.missed', subject, detail }, ctx.now)
    const actor = accountSubject(accountId)
    await writeAudit(tx.db, { resellerId, actor, action: 'withdrawal.missed', subject }, ctx.now)
    return { missedAt: ctx.now.toISOString() }
  })
}
