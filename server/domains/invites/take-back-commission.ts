import type { Tx } from '../../platform/db.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import type { Leg } from '../ledger/post.ts'

type TakenBack = { resellerId: number; orderId: string; amountFen: number }
type Commission = { inviterId: number; state: 'pending' | 'confirmed' | 'void' }

/**
 * For a refund: makes the commission smaller, void when nothing is left, and answers the legs that take the money back.
 * What an inviter has used already is the reseller's loss.
 */
export async function takeBackCommission(ctx: { db: Tx; now: Date }, taken: TakenBack): Promise<Leg[]> {
  const { resellerId, amountFen } = taken
  const [row] = await ctx.db.query<Commission>({
    name: 'invites.take_back',
    text: `with old as (select * from commissions where reseller_id = $1 and order_id = $2 for update)
      update commissions c set amount_fen = c.amount_fen - $3,
        state = case when c.amount_fen = $3 then 'void' else c.state end
      from old where c.order_id = old.order_id returning c.inviter_id, old.state`,
    values: [resellerId, taken.orderId, amountFen],
  })
  if (!row) throw new Error(`Order ${taken.orderId} has no commission to take back`)
  const accountId = row.inviterId
  if (row.state === 'pending') {
    return [{ kind: 'commission_pending', resellerId, accountId, amountFen: -amountFen }]
  }
  const left = await loadBalanceFen(ctx, { kind: 'commission', resellerId, accountId })
  const fromInviter = Math.min(left, amountFen)
  return [
    { kind: 'commission', resellerId, accountId, amountFen: -fromInviter },
    { kind: 'reseller', resellerId, amountFen: fromInviter - amountFen, mayOwe: 'beyond_limit' },
  ]
}
