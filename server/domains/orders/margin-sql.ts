/** A sale, of orders `o`: the fee of an agency is the platform's, and no sale of the reseller. */
export const IS_SALE = `o.settled_at is not null and o.action <> 'agency'`

/** The margin of an order `o` as it was sold, and the part of it that refunds took, rounded as `keptMargin` does. */
export const SOLD_MARGIN = `(o.total_fen - o.wholesale_fen - o.commission_fen)`
export const LOST_MARGIN = `(case when o.refunded_fen = 0 then 0 else o.refunded_fen
  - floor(o.wholesale_fen::numeric * o.refunded_fen / o.total_fen)
  - floor(o.commission_fen::numeric * o.refunded_fen / o.total_fen) end)::bigint`
