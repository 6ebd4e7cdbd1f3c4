import { sql } from 'kysely'

import type { BulkRun, GiftStanding } from '../../../contract/console/bulk.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { userConditions, type SearchScope, type UserFilter } from '../users/filter-users.ts'

/** `standing`: equal for users who are alike in everything that decides whether and at which price they get a gift. */
export type Person = {
  accountId: number
  userName: string
  packageId: number | null
  standing: string
  reach: GiftStanding
  isBlocked: boolean
  ownsAgency: boolean
}

/** `leftOutOf`: only those that this earlier bulk left out. */
export type PeopleFilter = UserFilter & { leftOutOf?: string }

export async function findPeople(
  db: Tx,
  asked: SearchScope,
  { leftOutOf, ...filter }: PeopleFilter,
  limit: number,
): Promise<Person[]> {
  const { now } = asked
  const leftOut = leftOutOf
    ? sql`a.id in (select i.account_id from bulk_items i
        where i.reseller_id = ${asked.resellerId} and i.bulk_id = ${leftOutOf} and i.state = 'skipped')`
    : sql`true`
  const lately = new Date(now.getTime() - 30 * 86_400_000)
  const { rows } = await sql<Person>`
    select a.id as account_id, a.user_name, s.package_id, a.blocked_at is not null as is_blocked,
           r.id is not null as owns_agency,
           case when s.package_id is null then 'none' when s.period = 'once' then 'once' when a.paused_at is not null then 'paused'
                when s.expires_at > ${now} then 'active' when s.expires_at >= ${lately} then 'lately' else 'long' end as standing,
           case when a.paused_at is not null then 'paused' when s.period = 'once' or s.expires_at > ${now} then 'active'
                else 'expired' end as reach
      from accounts a
      left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
      left join ledger_accounts m on m.kind = 'user' and m.reseller_id = a.reseller_id and m.account_id = a.id
      left join resellers r on r.owner_reseller_id = a.reseller_id and r.owner_account_id = a.id
     where ${userConditions(asked, filter)} and ${leftOut} order by a.id limit ${limit}`.execute(db.kysely)
  return rows
}

export type NewRun = {
  id: string
  resellerId: number
  staffId: number
  apiKey: string | null
  action: BulkRun['action']
  days: number | null
  gb: number | null
  reason: string | null
  noticeId: number | null
  tag: string | null
  undoes: string | null
  paidBy: 'reseller' | 'platform'
  people: number
  costFen: number
  requestKey: string
  inputHash: Buffer
  createdAt: Date
}

/** False when another call with the same key was quicker. */
export async function insertRun(db: Tx, run: NewRun): Promise<boolean> {
  const row = await db.kysely
    .insertInto('bulkRuns')
    .values(run)
    .onConflict((conflict) => conflict.columns(['resellerId', 'requestKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Item = { accountId: number; pricedFen: number } | { accountId: number; reason: string }
type Items = { bulkId: string; resellerId: number; now: Date; items: readonly Item[] }

/** Those with a reason are left out from the beginning: the result names them too. */
export async function insertItems(db: Tx, { bulkId, resellerId, now, items }: Items): Promise<void> {
  await db.query({
    name: 'bulk.insert_items',
    text: `insert into bulk_items (bulk_id, reseller_id, account_id, priced_fen, reason, state, done_at)
           select $1, $2, i.account_id, i.priced_fen, i.reason, case when i.reason is null then 'waiting' else 'skipped' end,
                  case when i.reason is not null then $6::timestamptz end
             from unnest($3::bigint[], $4::bigint[], $5::text[]) i (account_id, priced_fen, reason)`,
    values: [
      bulkId,
      resellerId,
      items.map(({ accountId }) => accountId),
      items.map((item) => ('pricedFen' in item ? item.pricedFen : 0)),
      items.map((item) => ('reason' in item ? item.reason : null)),
      now,
    ],
  })
}

export async function loadFirstRun(db: Queryable, resellerId: number, key: string) {
  const rows = await db.query<{ id: string; inputHash: Buffer }>({
    name: 'bulk.by_key',
    text: 'select id, input_hash from bulk_runs where reseller_id = $1 and request_key = $2',
    values: [resellerId, key],
  })
  return rows[0] ?? null
}

export type ShownRun = Omit<BulkRun, 'createdAt' | 'endedAt'> & { createdAt: Date; endedAt: Date | null }

/** Of a run `r`: whether its kind can be taken back. */
export const UNDOABLE = `(r.undoes is null and r.action in ('block', 'notice', 'tag', 'untag'))`

const SHOWN = `select r.id, r.action, r.days, r.gb, r.reason, r.tag, n.title, m.name as by, r.paid_by, r.people, r.cost_fen, r.state,
    coalesce(h.spent_fen, 0) as spent_fen, r.created_at, r.ended_at, i.done, i.skipped, i.waiting, r.undoes, u.id as undone_by,
    ${UNDOABLE} and u.id is null and i.done > 0 as can_undo
  from bulk_runs r join staff m on m.id = r.staff_id
  left join notices n on n.reseller_id = r.reseller_id and n.id = r.notice_id
  left join bulk_holds h on h.reseller_id = r.reseller_id and h.id = r.id
  left join bulk_runs u on u.reseller_id = r.reseller_id and u.undoes = r.id and u.state <> 'stopped'
  cross join lateral (select count(*) filter (where state = 'done')::integer as done,
                             count(*) filter (where state = 'skipped')::integer as skipped,
                             count(*) filter (where state = 'waiting')::integer as waiting
                        from bulk_items i where i.bulk_id = r.id) i`

export async function loadShownRun(db: Queryable, resellerId: number, id: string): Promise<ShownRun | null> {
  const rows = await db.query<ShownRun>({
    name: 'bulk.shown',
    text: `${SHOWN} where r.reseller_id = $1 and r.id = $2`,
    values: [resellerId, id],
  })
  return rows[0] ?? null
}

type Page = { before: { at: Date; id: string } | null; limit: number }

export function findShownRuns(db: Queryable, resellerId: number, { before, limit }: Page): Promise<ShownRun[]> {
  return db.query<ShownRun>({
    name: 'bulk.list',
    text: `${SHOWN} where r.reseller_id = $1 and ($2::timestamptz is null or (r.created_at, r.id) < ($2, $3::uuid))
            order by r.created_at desc, r.id desc limit $4`,
    values: [resellerId, before?.at ?? null, before?.id ?? null, limit],
  })
}

export type ItemRow = {
  accountId: number
  userName: string
  state: 'waiting' | 'done' | 'skipped'
  reason: string | null
  pricedFen: number
  doneAt: Date | null
}
type ItemPage = { state: string | null; after: number; limit: number }

export function findItems(db: Queryable, resellerId: number, bulkId: string, page: ItemPage): Promise<ItemRow[]> {
  return db.query<ItemRow>({
    name: 'bulk.items',
    text: `select i.account_id, a.user_name, i.state, i.reason, i.priced_fen, i.done_at
             from bulk_items i join accounts a on a.reseller_id = i.reseller_id and a.id = i.account_id
            where i.reseller_id = $1 and i.bulk_id = $2 and ($3::text is null or i.state = $3) and i.account_id > $4
            order by i.account_id limit $5`,
    values: [resellerId, bulkId, page.state, page.after, page.limit],
  })
}
