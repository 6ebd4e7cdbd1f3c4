import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { accountSubject, actorName, writeAudit, type AuditActor } from '../audit/audit.ts'
import { refuseOwnPayment } from '../audit/four-eyes.ts'
import { emit } from '../events/emit.ts'
import type { EntryKind } from '../ledger/ledger-kinds.ts'
import { post, type Leg } from '../ledger/post.ts'
import { refuseFreshPayee } from './refuse-fresh-payee.ts'
import {
  claimAsSettled,
  loadWithdrawal,
  type Payer,
  type WithdrawalName,
  type WithdrawalRow,
} from './withdrawal-queries.ts'

type Verdict = { state: 'paid'; by: Payer } | { state: 'rejected'; reason: string }
/** `isPlatform`: a platform staff member, or an operator at the command line. */
export type Settler = { actor: AuditActor; isPlatform: boolean }
type SettleCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/**
 * Settles a withdrawal after it was paid by hand, or rejects it back to the user's commission. The platform pays from
 * its bank account, and only its staff may say so; a reseller pays with its own money and gets the amount on its
 * balance.
 */
export async function settleWithdrawal(
  ctx: SettleCtx,
  name: WithdrawalName,
  verdict: Verdict,
  { actor, isPlatform }: Settler,
): Promise<{ amountFen: number; feeFen: number }> {
  const reason = verdict.state === 'rejected' ? verdict.reason : null
  const paidBy = verdict.state === 'paid' ? verdict.by : null
  if (paidBy === 'platform' && !isPlatform) fail('staff.forbidden')
  return inTx(ctx, async (tx) => {
    const asked = (await loadWithdrawal(tx.db, name)) ?? fail('object.unknown')
    if (paidBy === 'platform' && asked.state === 'pending') refuseOwnPayment(ctx, asked, actor)
    const claimed = await claimAsSettled(tx.db, name, {
      state: verdict.state,
      reason,
      paidBy,
      settledBy: actorName(actor),
      now: ctx.now,
    })
    const row = claimed ?? fail('withdrawal.settled')
    const { resellerId, accountId, amountFen } = row
    if (paidBy !== null) await refuseFreshPayee({ ...ctx, db: tx.db }, row)
    const detail = { withdrawalId: row.id, amountFen, ...(paidBy ? { paidBy } : {}) }
    const entry = { resellerId, actor, action: `withdrawal.${verdict.state}`, subject: accountSubject(accountId) }
    await writeAudit(tx.db, { ...entry, detail }, ctx.now)
    const about = { resellerId, withdrawalId: row.id, userId: accountId, amountFen, feeFen: row.feeFen, paidBy }
    if (reason === null) await emit(tx, 'withdrawal.paid', { ...about, aside: { way: row.method } })
    else await emit(tx, 'withdrawal.rejected', { ...about, aside: { reason } })
    const move = moves[paidBy ?? 'rejected']
    await post(tx, {
      key: `withdrawal:${row.id}:${verdict.state}`,
      kind: move.kind,
      resellerId,
      legs: [{ kind: 'hold', resellerId, accountId, amountFen: -amountFen }, ...move.to(row)],
      memo: { withdrawalId: row.id },
    })
    return { amountFen, feeFen: row.feeFen }
  })
}

type Move = { kind: EntryKind; to: (row: WithdrawalRow) => Leg[] }

const moves: Record<Payer | 'rejected', Move> = {
  platform: {
    kind: 'withdraw_paid',
    to: ({ amountFen, feeFen }) => [
      { kind: 'outside', resellerId: null, amountFen: amountFen - feeFen },
      ...(feeFen > 0 ? [{ kind: 'platform' as const, resellerId: null, amountFen: feeFen }] : []),
    ],
  },
  reseller: {
    kind: 'withdraw_paid',
    to: ({ resellerId, amountFen }) => [{ kind: 'reseller', resellerId, amountFen }],
  },
  rejected: {
    kind: 'withdraw_back',
    to: ({ resellerId, accountId, amountFen }) => [{ kind: 'commission', resellerId, accountId, amountFen }],
  },
}
