import type { Queryable, Tx } from '../../../platform/db/db.ts'

export type Waiting = {
  withdrawals: number
  refundWishes: number
  unverifiedDomains: number
  bulkRuns: number
  tickets: number
}

/** Work that waits for this reseller's staff. */
export async function loadWaiting(
  db: Queryable,
  { resellerId, countMax }: { resellerId: number; countMax: number },
): Promise<Waiting> {
  const rows = await db.query<Waiting>({
    name: 'office.waiting',
    text: `select
        (select count(*) from withdrawals where reseller_id = $1 and state = 'pending') as withdrawals,
        (select count(*) from refund_wishes where reseller_id = $1 and settled_at is null) as refund_wishes,
        (select count(*) from reseller_domains where reseller_id = $1 and verified_at is null) as unverified_domains,
        (select count(*) from bulk_runs where reseller_id = $1 and state = 'running') as bulk_runs,
        (select count(*) from (
          select from tickets where reseller_id = $1 and state = 'open' and holder = 'reseller' and held_at is null
           limit $2) few) as tickets`,
    values: [resellerId, countMax],
  })
  return rows[0]!
}

export type Blocked = { bulkId: string; people: number; by: string; at: Date }

/** Users that a bulk blocked and nobody has let in since: a member who did not mean it, or another one, has to see it. */
export async function loadBlocked(db: Queryable, resellerId: number, now: Date): Promise<Blocked | null> {
  const rows = await db.query<Blocked>({
    name: 'office.blocked_in_bulk',
    text: `select r.id as bulk_id, m.name as by, r.created_at as at, count(*)::integer as people
             from bulk_runs r join staff m on m.id = r.staff_id
             join bulk_items i on i.reseller_id = r.reseller_id and i.bulk_id = r.id and i.state = 'done'
             join accounts a on a.reseller_id = i.reseller_id and a.id = i.account_id and a.blocked_at is not null
            where r.reseller_id = $1 and r.action = 'block' and r.created_at > $2::timestamptz - interval '7 days'
            group by r.id, m.name, r.created_at order by r.created_at desc limit 1`,
    values: [resellerId, now],
  })
  return rows[0] ?? null
}

type Window = { from: Date; until: Date }

/** Counted from the rows: one who deleted the account since is no longer among them, though the sums of the day have it. */
export async function countNewUsers(db: Queryable, resellerId: number, { from, until }: Window): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'office.new_users',
    text: `select count(*)::integer as count from accounts
      where reseller_id = $1 and created_at >= $2 and created_at < $3 and deleted_at is null`,
    values: [resellerId, from, until],
  })
  return rows[0]!.count
}

export async function loadLinkSales(
  db: Queryable,
  resellerId: number,
  { from, until }: Window,
): Promise<{ count: number; salesFen: number }> {
  const rows = await db.query<{ count: number; salesFen: number }>({
    name: 'office.link_sales',
    text: `select count(*)::integer as count, coalesce(sum(price_fen), 0)::bigint as sales_fen from gift_links
      where reseller_id = $1 and ended_at >= $2 and ended_at < $3 and state = 'used' and giver_id is not null`,
    values: [resellerId, from, until],
  })
  return rows[0]!
}

export type Contacts = {
  resellerId: number
  ending: number
  overQuota: number
  neverConnected: number
  countedAt: Date
}

export async function loadContacts(db: Queryable, resellerId: number): Promise<Contacts | null> {
  const query = db.kysely.selectFrom('officeContacts').selectAll().where('resellerId', '=', resellerId)
  return (await query.executeTakeFirst()) ?? null
}

export async function saveContacts(db: Tx, { resellerId, ...counts }: Contacts): Promise<void> {
  await db.kysely
    .insertInto('officeContacts')
    .values({ resellerId, ...counts })
    .onConflict((conflict) => conflict.column('resellerId').doUpdateSet(counts))
    .execute()
}

type HelpFigures = { helped: number; solved: number; firstAnswerMinutes: number | null }

/** Reads tickets that were answered or closed since then: the newest, at most `countMax`. */
export async function loadHelpFigures(
  db: Queryable,
  resellerId: number,
  since: Date,
  countMax: number,
): Promise<HelpFigures> {
  const rows = await db.query<HelpFigures>({
    name: 'office.help',
    text: `select count(*)::integer as helped, (count(*) filter (where state = 'closed'))::integer as solved,
        (avg(extract(epoch from first_answered_at - created_at)) / 60)::integer as first_answer_minutes
      from ((select state, created_at, first_answered_at from tickets
              where reseller_id = $1 and state = 'closed' and waits_since >= $2 and merged_into is null order by waits_since desc limit $3)
            union all
            (select state, created_at, first_answered_at from tickets
              where reseller_id = $1 and state = 'answered' and waits_since >= $2 order by waits_since desc limit $3)) t`,
    values: [resellerId, since, countMax],
  })
  return rows[0]!
}

export type Beginning = {
  isDismissed: boolean
  hasSold: boolean
  hasBrand: boolean
  hasDomain: boolean
  hasPrices: boolean
  hasFunds: boolean
  hasCards: boolean
  hasUser: boolean
  isApproved: boolean
}

/**
 * How far a new reseller has come. Prices count once a member has set or confirmed one: those it began with are the
 * platform's, and so is every later change of a suggested one. Each first row is asked for in the order of an index:
 * otherwise the planner scans the table, and for a reseller without any row reads all of it.
 */
export async function loadBeginning(db: Queryable, resellerId: number): Promise<Beginning> {
  const rows = await db.query<Beginning>({
    name: 'office.beginning',
    text: `select r.is_whitelisted as is_approved, g.dismissed_at is not null as is_dismissed,
        r.icon is not null or r.accent is not null as has_brand,
        (select true from orders o where o.reseller_id = r.id and o.settled_at is not null order by o.settled_at limit 1)
          is not null
          or (select true from cards c where c.reseller_id = r.id and c.state = 'redeemed' order by c.id limit 1) is not null
          as has_sold,
        exists (select from reseller_domains d where d.reseller_id = r.id and d.verified_at is not null) as has_domain,
        g.prices_seen_at is not null or (select true from audit_log l where l.reseller_id = r.id and l.action = 'offer.set'
          and l.actor like 'staff:%' order by l.id limit 1) is not null as has_prices,
        exists (select from ledger_accounts a where a.code = 'reseller:' || r.id) as has_funds,
        exists (select from card_batches b where b.reseller_id = r.id) as has_cards,
        (select true from accounts a where a.reseller_id = r.id and a.deleted_at is null order by a.created_at limit 1)
          is not null as has_user
      from resellers r left join office_guides g on g.reseller_id = r.id where r.id = $1`,
    values: [resellerId],
  })
  return rows[0]!
}

export type GuideStep = 'prices-seen' | 'dismissed'

/** The first time counts. */
export async function saveGuideStep(db: Tx, resellerId: number, step: GuideStep, now: Date): Promise<void> {
  await db.query({
    name: 'office.guide_step',
    text: `insert into office_guides (reseller_id, prices_seen_at, dismissed_at)
      values ($1, case when $2 = 'prices-seen' then $3::timestamptz end, case when $2 = 'dismissed' then $3::timestamptz end)
      on conflict (reseller_id) do update set
        prices_seen_at = coalesce(office_guides.prices_seen_at, excluded.prices_seen_at),
        dismissed_at = coalesce(office_guides.dismissed_at, excluded.dismissed_at)`,
    values: [resellerId, step, now],
  })
}
