import type { Tx } from '../../platform/db.ts'
import { claimAccount } from '../accounts/hold-account.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import type { Leg } from '../ledger/post.ts'
import { lockCommission, reduceCommission, type OrderName } from './queries.ts'

/**
 * For a refund: makes the commission smaller, void when nothing is left, and answers the legs that take the money back.
 * What an inviter has used already is the reseller's loss.
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
  // The inviter moves nothing meanwhile, so what is read here is still there when it is taken.
  await claimAccount(ctx, { resellerId, accountId })
  const left = await loadBalanceFen(ctx, { kind: 'commission', resellerId, accountId })
  const fromInviter = Math.min(left, amountFen)
  return [
    { kind: 'commission', resellerId, accountId, amountFen: -fromInviter },
    { kind: 'reseller', resellerId, amountFen: fromInviter - amountFen, mayOwe: 'beyond_limit' },
  ]
}
