import type { Selectable } from 'kysely'

import type { Owner, TxCtx } from '../../platform/context.ts'
import { partOfRow } from '../../platform/db/db-rows.ts'
import type { Quotes } from '../../platform/db/db-types.ts'
import { COUPON } from '../catalogue/coupon.ts'
import type { Coupon } from '../catalogue/get-coupon.ts'
import { PACKAGE, type Offer } from '../catalogue/get-package.ts'
import { OFFERS, RETAIL, SELLS, special, WHOLESALE } from '../catalogue/prices/offer-sql.ts'
import { LIMITS } from '../resellers/limit-row.ts'
import type { LimitRow } from '../resellers/limits.ts'
import { TERMS, type SellingTerms } from '../resellers/selling-terms.ts'
import { piecesOf, withPieces, type StoredPiece } from '../subscriptions/piece-store.ts'
import { HELD_WHOLESALE } from '../subscriptions/step-down.ts'
import { NO_SUBSCRIPTION, SUBSCRIPTION, type SubscriptionRow } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { openOfKind } from './queries.ts'

export type QuoteRow = Selectable<Quotes>

/** Everything that a purchase at a quote depends on, as of now. Only stock and coupon uses are locked later. */
export type Purchase = {
  quote: QuoteRow
  blockedReason: string | null
  terms: SellingTerms
  limits: LimitRow | null
  /** Null: not for sale. */
  offer: Offer | null
  subscription: Subscription
  /** Today's wholesale price of the package held. */
  heldWholesaleFen: number | null
  coupon: Coupon | null
  /** The user who gets commission; null for nobody. */
  inviterId: number | null
  /** This quote already has an order, or another order of its kind is open. */
  hasOrder: boolean
  /** An expired order that is not closed yet. */
  hasDue: boolean
}

const quote = partOfRow<QuoteRow>(
  'quote',
  'q',
  `id, reseller_id, account_id, action, package_id, period, coupon_id, list_fen, discount_fen, credit_fen, total_fen,
  basis_revision, created_at, expires_at`,
)
const terms = partOfRow<SellingTerms>('terms', 'r', TERMS)
const limits = partOfRow<LimitRow>('limit', 'l', `${LIMITS}, month`)
const offer = partOfRow<Offer>('offer', 'offer', `${PACKAGE}, period, retail_fen, wholesale_fen`)
const subscription = partOfRow<SubscriptionRow>('has', 's', SUBSCRIPTION)
const coupon = partOfRow<Coupon>('coupon', 'c', COUPON)

const TEXT = `select ${quote.sql}, ${terms.sql}, ${limits.sql}, ${offer.sql}, ${subscription.sql}, ${coupon.sql},
    ${piecesOf('s')} as pieces, ${HELD_WHOLESALE} as held_wholesale_fen, a.blocked_reason, a.paused_at, i.id as inviter_id,
    exists (select from orders o where o.quote_id = q.id)
      or exists (select from orders o where o.reseller_id = $1 and o.account_id = $2 and ${openOfKind('o', 'q.action')})
      as has_order,
    exists (select from orders o where o.reseller_id = $1 and o.account_id = $2 and o.state = 'pending' and o.expires_at <= $4)
      as has_due
  from quotes q
  join accounts a on a.reseller_id = q.reseller_id and a.id = q.account_id
  join resellers r on r.id = q.reseller_id
  left join lateral (select ${LIMITS}, l.month::text as month from reseller_limits l where l.reseller_id = q.reseller_id) l on true
  left join lateral (
    select ${PACKAGE}, o.period, ${RETAIL} as retail_fen, ${WHOLESALE} as wholesale_fen ${OFFERS} ${special('$4')}
    where o.reseller_id = q.reseller_id and o.package_id = q.package_id and o.period = q.period and p.is_listed and ${SELLS}
  ) offer on true
  left join subscriptions s on s.reseller_id = q.reseller_id and s.account_id = q.account_id
  left join coupons c on c.reseller_id = q.reseller_id and c.id = q.coupon_id
  left join accounts i on i.reseller_id = a.reseller_id and i.id = a.inviter_id and i.deleted_at is null
    and a.invite_mark is distinct from 'own_device'
  where q.reseller_id = $1 and q.account_id = $2 and q.id = $3`

type Row = Pick<Purchase, 'blockedReason' | 'hasOrder' | 'hasDue' | 'inviterId' | 'heldWholesaleFen'> & {
  pausedAt: Date | null
  pieces: StoredPiece[]
}

/** One statement, because each would be another wait for the database, and a purchase does little else. */
export async function loadPurchase(
  { db, now }: Pick<TxCtx, 'db' | 'now'>,
  { resellerId, accountId }: Owner,
  quoteId: string,
): Promise<Purchase | null> {
  const values = [resellerId, accountId, quoteId, now]
  const [row] = await db.query<Row>({ name: 'orders.purchase', text: TEXT, values })
  if (!row) return null
  const { blockedReason, hasOrder, hasDue, pausedAt, inviterId, heldWholesaleFen } = row
  const has = subscription.of(row)
  return {
    quote: quote.of(row)!,
    blockedReason,
    terms: terms.of(row)!,
    limits: limits.of(row),
    offer: offer.of(row),
    subscription: has ? withPieces({ ...has, pausedAt }, row.pieces) : NO_SUBSCRIPTION,
    heldWholesaleFen,
    coupon: coupon.of(row),
    inviterId,
    hasOrder,
    hasDue,
  }
}
