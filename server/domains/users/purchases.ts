import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** A plan bought: by an order that was not taken back whole, or by a card key. An upgrade prolongs nothing. */
const IS_BOUGHT = sql`o.settled_at is not null and o.action in ('new', 'renew')
  and (o.refunded_fen < o.total_fen or o.total_fen = 0)`

const IS_PLAN_KEY = sql`b.kind in ('package', 'days')`

/** What an account `who` bought of plans, by moment: for a condition about one account. */
const purchasesOf = (resellerId: number, who: Sql, further: (at: Sql) => Sql) => sql`
  select from orders o where o.reseller_id = ${resellerId} and o.account_id = ${who} and ${IS_BOUGHT}
    and ${further(sql`o.settled_at`)}
  union all
  select from cards c join card_batches b on b.id = c.batch_id and ${IS_PLAN_KEY}
   where c.reseller_id = ${resellerId} and c.redeemed_by = ${who} and ${further(sql`c.redeemed_at`)}`

export type Bought = { from: Date; until: Date; packageId?: number }

/**
 * Who bought a plan for the first time in these days: the account, when, and which plan. Reads what was sold in them, and
 * looks for something earlier account by account.
 */
export function firstPurchases(resellerId: number, { from, until, packageId }: Bought): Sql {
  const isWithin = (at: Sql) => sql`${at} >= ${from} and ${at} < ${until}`
  return sql`select f.account_id, f.at, f.package_id from (
    select distinct on (p.account_id) p.account_id, p.at, p.package_id from (
      select o.account_id, o.settled_at as at, o.package_id from orders o
       where o.reseller_id = ${resellerId} and ${isWithin(sql`o.settled_at`)} and ${IS_BOUGHT}
      union all
      select c.redeemed_by, c.redeemed_at, b.package_id from cards c join card_batches b on b.id = c.batch_id
       where c.reseller_id = ${resellerId} and ${isWithin(sql`c.redeemed_at`)} and ${IS_PLAN_KEY}) p
     order by p.account_id, p.at) f
    where not exists (${purchasesOf(resellerId, sql`f.account_id`, (at) => sql`${at} < ${from}`)})
      and ${packageId === undefined ? sql`true` : sql`f.package_id = ${packageId}`}`
}

/** Whether the account `a` bought a plan again. */
export const hasRenewed = (resellerId: number): Sql => sql`(select count(*) from (
  ${purchasesOf(resellerId, sql`a.id`, () => sql`true`)} limit 2) bought) = 2`
