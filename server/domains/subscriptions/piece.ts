/** What paid: an order, a card key, or a gift (0 until the gift has its number). Null: unknown, from before pieces. */
export type PaidBy = { orderId: string } | { cardId: number } | { giftId: number } | null

/** A stretch of time, one-time traffic or a pack, with what paid for it. The columns of `subscription_pieces`. */
export type Piece = {
  number: number
  kind: 'time' | 'once' | 'pack'
  packageId: number | null
  orderId: string | null
  cardId: number | null
  giftId: number | null
  /** What counts when the package changes: of the user's money, and of the platform's. */
  paidFen: number
  creditFen: number
  /** What the platform received for it, and what the platform bears itself. */
  receivedFen: number
  ownFen: number
  seconds: number
  bytes: number
  /** The wholesale price when it was sold, and what that buys. Null: from before pieces. */
  rateFen: number | null
  rateSeconds: number
  rateBytes: number
  became: number | null
  movedPaidFen: number
  movedCreditFen: number
  isEnded: boolean
  /** Differs from the stored row. */
  isChanged: boolean
}

export type Worth = { paidFen: number; wholesaleFen: number }
export type NewPiece = Pick<Piece, 'kind' | 'packageId' | 'seconds' | 'bytes'> &
  Partial<Pick<Piece, 'rateFen' | 'rateSeconds' | 'rateBytes' | 'paidFen' | 'creditFen' | 'receivedFen'>> & {
    paid: Worth
    by: PaidBy
  }
