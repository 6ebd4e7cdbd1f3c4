import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { actorName, writeAudit, type AuditActor } from '../audit/audit.ts'
import { refuseOwnPayment } from '../audit/four-eyes.ts'
import { emit } from '../events/emit.ts'
import type { EntryKind } from '../ledger/ledger-kinds.ts'
import { post, type Leg } from '../ledger/post.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { isPayeeSince } from '../resellers/payee-account.ts'
import { unsealPayee } from './payee-seal.ts'
import {
  claimAsSettled,
  findPayoutRows,
  loadPayout,
  type PayoutFilter,
  type PayoutName,
  type PayoutRow,
} from './queries.ts'

type Verdict = { state: 'paid' } | { state: 'rejected'; reason: string }
const REASON_MAX = 200

/** By the operator, after paying by hand or instead of paying. A rejected payout returns to the reseller's balance. */
export function settlePayout(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  name: PayoutName,
  verdict: Verdict,
  actor: AuditActor,
): Promise<{ amountFen: number }> {
  const reason = verdict.state === 'rejected' ? verdict.reason.trim() : null
  return inTx(ctx, async (tx) => {
    if (reason !== null && (reason === '' || [...reason].length > REASON_MAX)) {
      fail('request.invalid', { fields: { reason: `1 to ${REASON_MAX} characters` } })
    }
    const asked = (await loadPayout(tx.db, name)) ?? fail('object.unknown')
    if (verdict.state === 'paid' && asked.state === 'open') {
      refuseOwnPayment(ctx, asked, actor)
      // Locked before the payout, as asking does: otherwise who asks for the next one and we would wait for each other.
      if (!(await isPayeeSince(tx, name.resellerId, asked.createdAt))) fail('payout.account_changed')
    }
    const settled = { state: verdict.state, reason, settledBy: actorName(actor), settledAt: ctx.now }
    const row = (await claimAsSettled(tx.db, name, settled)) ?? fail('payout.settled')
    const { resellerId, amountFen } = row
    const entry = { resellerId, actor, action: `payout.${verdict.state}`, subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { payout: row.id, amountFen } }, ctx.now)
    const about = { resellerId, payoutId: row.id, state: verdict.state, amountFen, aside: { reason } }
    await emit(tx, 'payout.settled', about)
    const { kind, to } = moves[verdict.state]
    const legs: Leg[] = [{ kind: 'payout_hold', resellerId, amountFen: -amountFen }, to(row)]
    await post(tx, { key: `payout:${row.id}:${verdict.state}`, kind, resellerId, legs, memo: { payoutId: row.id } })
    return { amountFen }
  })
}

const moves: Record<Verdict['state'], { kind: EntryKind; to: (row: PayoutRow) => Leg }> = {
  paid: { kind: 'payout_paid', to: ({ amountFen }) => ({ kind: 'outside', resellerId: null, amountFen }) },
  rejected: { kind: 'payout_back', to: ({ resellerId, amountFen }) => ({ kind: 'reseller', resellerId, amountFen }) },
}

export type ListedPayout = Omit<PayoutRow, 'sealedAccount'>

export async function findPayouts(ctx: Pick<Ctx, 'db'>, filter: PayoutFilter): Promise<ListedPayout[]> {
  const rows = await findPayoutRows(ctx.db, filter)
  return rows.map(({ sealedAccount: _sealed, ...row }) => row)
}

/** Shows the account to pay to, for the person who decides. Logs each look in the same transaction. */
export function showPayoutPayee(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  name: PayoutName,
  actor: AuditActor,
): Promise<{ method: PayoutRow['method']; account: string; name: string }> {
  return inTx(ctx, async (tx) => {
    const row = (await loadPayout(tx.db, name)) ?? fail('object.unknown')
    const subject = resellerSubject(row.resellerId)
    const entry = { resellerId: row.resellerId, actor, action: 'payout.payee_shown', subject }
    await writeAudit(tx.db, { ...entry, detail: { payout: row.id } }, ctx.now)
    return { method: row.method, ...unsealPayee(ctx.config, row.id, row.sealedAccount) }
  })
}
