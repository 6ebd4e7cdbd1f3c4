import { limits } from '../../../contract/limits.ts'
import { inTx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { claimAccount } from '../accounts/lock-account-row.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { post, type Leg } from '../ledger/post.ts'
import { findUnpaidDebts } from '../ledger/unpaid-debt.ts'
import {
  type Commission,
  claimAsConfirmed,
  findDueCommissions,
  findResellersWithDue,
  type OrderName,
  lockCommission,
  reduceCommission,
} from './queries.ts'

/** Records the commission that the sale's ledger transaction set aside, and when it becomes due. */
export function freezeCommission(ctx: { db: Tx; now: Date }, commission: Commission): void {
  insertCommission(ctx.db, commission, new Date(ctx.now.getTime() + limits.commissionConfirmMs))
}

/**
 * The job, every ten minutes: confirms commission of orders that were not refunded for some days. It waits while the
 * reseller still owes for the sale: on credit, no money has come in to pay out.
 */
export async function confirmCommissions(ctx: JobCtx): Promise<void> {
  const unpaid = await findUnpaidDebts(ctx.db, await findResellersWithDue(ctx.db, ctx.now))
  const due = await findDueCommissions(ctx.db, ctx.now, unpaid)
  let failed = 0
  for (const name of due) {
    // One commission that cannot be confirmed must not hold up the later ones.
    await confirmOne(ctx, name).catch((error: Error) => {
      failed += 1
      ctx.log.error({ orderId: name.orderId, reason: error.message }, 'commission not confirmed')
    })
  }
  if (failed > 0) throw new Error(`${failed} of ${due.length} commissions could not be confirmed`)
  if (due.length > 0) ctx.log.info({ count: due.length }, 'commissions confirmed')
}

function confirmOne(ctx: JobCtx, name: OrderName): Promise<void> {
  return inTx(ctx, async (tx) => {
    const commission = await claimAsConfirmed(tx.db, name, ctx.now)
    if (!commission) return
    const { resellerId, inviterId: accountId, amountFen, orderId } = commission
    await post(tx, {
      key: `order:${orderId}:commission`,
      kind: 'commission_confirm',
      resellerId,
      legs: [
        { kind: 'commission_pending', resellerId, accountId, amountFen: -amountFen },
        { kind: 'commission', resellerId, accountId, amountFen },
      ],
      memo: { orderId },
    })
  })
}

/**
 * For a refund: reduces the commission, voids it at 0, and returns the legs that take the money back. The reseller
 * bears what the inviter has already used.
 */
export async function takeBackCommission(
  ctx: { db: Tx; now: Date },
  { amountFen, ...name }: OrderName & { amountFen: number },
): Promise<Leg[]> {
  const { resellerId } = name
  const commission = await lockCommission(ctx.db, name)
  if (!commission) throw new Error(`Order ${name.orderId} has no commission to take back`)
  await reduceCommission(ctx.db, name, amountFen)
  const accountId = commission.inviterId
  if (commission.state === 'pending') {
    return [{ kind: 'commission_pending', resellerId, accountId, amountFen: -amountFen }]
  }
  // Lock the inviter, so that the balance read here is still there when it is taken.
  await claimAccount(ctx, { resellerId, accountId })
  const left = await loadBalanceFen(ctx, { kind: 'commission', resellerId, accountId })
  const fromInviter = Math.min(left, amountFen)
  return [
    { kind: 'commission', resellerId, accountId, amountFen: -fromInviter },
    { kind: 'reseller', resellerId, amountFen: fromInviter - amountFen, mayOwe: 'beyond_limit' },
  ]
}

function insertCommission(db: Tx, commission: Commission, confirmAfter: Date): void {
  const { orderId, resellerId, inviterId, inviteeId, amountFen } = commission
  db.send({
    name: 'invites.freeze',
    text: `insert into commissions (order_id, reseller_id, inviter_id, invitee_id, amount_fen, state, confirm_after, is_marked)
      select $1, $2, $3, id, $5, 'pending', $6, coalesce(invite_mark = 'same_address', false)
        from accounts where reseller_id = $2 and id = $4`,
    values: [orderId, resellerId, inviterId, inviteeId, amountFen, confirmAfter],
  })
}
