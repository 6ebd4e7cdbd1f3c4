type State = 'pending' | 'paid' | 'cancelled' | 'expired' | 'refunded' | 'closed'
export type Sold = { state: State; amountFen: number; refundedFen: number }

/** A sale of which something is left, and about which nobody has asked yet. */
export function canWishRefund(sale: { refundableFen: number; wish: { state: string } | null }): boolean {
  return sale.refundableFen > 0 && sale.wish?.state !== 'open'
}

export function saleWord({ state, amountFen, refundedFen }: Sold): State | 'partlyRefunded' {
  return state === 'refunded' && refundedFen < amountFen ? 'partlyRefunded' : state
}
