import type { Queryable } from '../../../platform/db/db.ts'

export type Waiting = {
  withdrawals: number
  refundWishes: number
  unpaidPayments: number
  unverifiedDomains: number
  bulkRuns: number
}

/** Work that waits for this reseller's staff. Unpaid payments are those of the last day. */
export async function loadWaiting(db: Queryable, resellerId: number, now: Date, countMax: number): Promise<Waiting> {
  const rows = await db.query<Waiting>({
    name: 'office.waiting',
    text: `select
        (select count(*) from withdrawals where reseller_id = $1 and state = 'pending') as withdrawals,
        (select count(*) from refund_wishes where reseller_id = $1 and settled_at is null) as refund_wishes,
        (select count(*) from (
          select from payments where reseller_id = $1 and state = 'closed' and created_at >= $2::timestamptz - interval '1 day'
          limit $3) few) as unpaid_payments,
        (select count(*) from reseller_domains where reseller_id = $1 and verified_at is null) as unverified_domains,
        (select count(*) from bulk_runs where reseller_id = $1 and state = 'running') as bulk_runs`,
    values: [resellerId, now, countMax],
  })
  return rows[0]!
}

export type Beginning = {
  hasSold: boolean
  isAgency: boolean
  hasBrand: boolean
  hasDomain: boolean
  hasPrices: boolean
  hasCards: boolean
  hasUser: boolean
  isApproved: boolean
}

/**
 * How far a new agency has come. The prices it began with do not count as its own. Each first row is asked for in the
 * order of an index: otherwise the planner scans the table, and for a reseller without any row reads all of it.
 */
export async function loadBeginning(db: Queryable, resellerId: number): Promise<Beginning> {
  const rows = await db.query<Beginning>({
    name: 'office.beginning',
    text: `select r.owner_account_id is not null as is_agency, r.is_whitelisted as is_approved,
        r.icon is not null or r.accent is not null as has_brand,
        (select true from orders o where o.reseller_id = r.id and o.settled_at is not null order by o.settled_at limit 1)
          is not null
          or (select true from cards c where c.reseller_id = r.id and c.state = 'redeemed' order by c.id limit 1) is not null
          as has_sold,
        exists (select from reseller_domains d where d.reseller_id = r.id and d.verified_at is not null) as has_domain,
        exists (select from package_offers f where f.reseller_id = r.id and not exists (
          select from reseller_price_lists l join price_list_entries e using (price_list_id)
          where l.reseller_id = r.id and e.package_id = f.package_id and e.period = f.period
            and e.suggested_retail_fen = f.retail_fen)) as has_prices,
        exists (select from card_batches b where b.reseller_id = r.id) as has_cards,
        (select true from accounts a where a.reseller_id = r.id and a.deleted_at is null order by a.created_at limit 1)
          is not null as has_user
      from resellers r where r.id = $1`,
    values: [resellerId],
  })
  return rows[0]!
}
