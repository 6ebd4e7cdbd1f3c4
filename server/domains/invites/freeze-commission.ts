import type { Tx } from '../../platform/db.ts'

export type FrozenCommission = {
  resellerId: number
  orderId: string
  inviterId: number
  inviteeId: number
  amountFen: number
}

const CONFIRM_MS = 3 * 86_400_000

/** Writes down whose commission the sale's ledger transaction has put aside, and from when it counts. */
export async function freezeCommission(ctx: { db: Tx; now: Date }, commission: FrozenCommission): Promise<void> {
  const { resellerId, orderId, inviterId, inviteeId, amountFen } = commission
  await ctx.db.query({
    name: 'invites.freeze',
    text: `insert into commissions (order_id, reseller_id, inviter_id, invitee_id, amount_fen, state, confirm_after)
      values ($1, $2, $3, $4, $5, 'pending', $6)`,
    values: [orderId, resellerId, inviterId, inviteeId, amountFen, new Date(ctx.now.getTime() + CONFIRM_MS)],
  })
}
