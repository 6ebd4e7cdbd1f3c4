import { sql, type RawBuilder } from 'kysely'

import type { userSorts } from '../../../contract/console/users.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { momentOf, timeOf } from '../lists/moment.ts'
import { userConditions, type SearchScope, type UserFilter } from './filter-users.ts'

type Sql = RawBuilder<unknown>
type Sort = (typeof userSorts)[number]
export type Order = { by: Sort; isDown: boolean }
type Found = { id: number; value: string | null }
/** Rows with a value in the sorted column come first (`v`); rows without one follow by their ids (`n`). */
export type PageEnd = { part: 'v' | 'n'; value: string; id: number }

const S = sql`subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id`
const M = sql`ledger_accounts m on m.kind = 'user' and m.reseller_id = a.reseller_id and m.account_id = a.id`

/** Users with the sorted value come from the table that holds it; the rest come from accounts, by id. */
const SOURCES: Record<Sort, { value: Sql; from: Sql; without: Sql | null; isTime?: true; type?: Sql }> = {
  created: {
    value: sql`a.created_at`,
    from: sql`accounts a left join ${S} left join ${M}`,
    without: null,
    isTime: true,
  },
  name: {
    value: sql`lower(a.user_name)`,
    from: sql`accounts a left join ${S} left join ${M}`,
    without: null,
    type: sql`text`,
  },
  ends: {
    value: sql`s.expires_at`,
    from: sql`accounts a join ${S} and s.expires_at is not null left join ${M}`,
    without: sql`s.expires_at is null`,
    isTime: true,
  },
  balance: {
    value: sql`m.balance_fen`,
    from: sql`accounts a join ${M} and m.balance_fen > 0 left join ${S}`,
    without: sql`coalesce(m.balance_fen, 0) = 0`,
    type: sql`bigint`,
  },
}

type Page = { order: Order; end: PageEnd | null; limit: number }

/** Ids in order. Users without a value in the sorted column come last in both directions. */
export async function findUserIds(db: Tx, asked: SearchScope, filter: UserFilter, page: Page): Promise<Found[]> {
  const found = page.end?.part === 'n' ? [] : await findWithValue(db, asked, filter, page)
  const { without } = SOURCES[page.order.by]
  const rest = page.limit - found.length
  if (without === null || rest === 0) return found
  const after = page.end?.part === 'n' ? sql`a.id > ${page.end.id}::bigint` : sql`true`
  const { rows } = await sql<{ id: number }>`select a.id from accounts a left join ${S} left join ${M}
    where ${userConditions(asked, filter)} and ${without} and ${after} order by a.id limit ${rest}`.execute(db.kysely)
  return [...found, ...rows.map(({ id }) => ({ id, value: null }))]
}

async function findWithValue(
  db: Tx,
  asked: SearchScope,
  filter: UserFilter,
  { order, end, limit }: Page,
): Promise<Found[]> {
  const { value, from, isTime, type = sql`text` } = SOURCES[order.by]
  const [beyond, way] = order.isDown ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const ended = end && (isTime ? timeOf(end.value) : sql`${end.value}::${type}`)
  const after = end === null ? sql`true` : sql`(${value}, a.id) ${beyond} (${ended}, ${end.id}::bigint)`
  const { rows } = await sql<Found>`select a.id, ${isTime ? momentOf(value) : value}::text as value from ${from}
    where ${userConditions(asked, filter)} and ${after}
    order by ${value} ${way}, a.id ${way} limit ${limit}`.execute(db.kysely)
  return rows
}

export type UserRow = {
  id: number
  userName: string
  email: string | null
  state: 'active' | 'paused' | 'blocked' | 'expired' | 'none'
  locked: boolean
  deleteAfter: Date | null
  packageId: number | null
  packageName: string | null
  packageNames: unknown
  expiresAt: Date | null
  bankedSeconds: number
  usedBytes: number
  totalBytes: number
  balanceFen: number
  createdAt: Date
  lastTrafficAt: Date | null
  hasConnected: boolean
  lines: { node: string; names: unknown; state: string }[]
  inviterId: number | null
  tags: string[]
}

/** Rows in the order of the ids. */
export function findUserRows(db: Queryable, resellerId: number, ids: readonly number[], now: Date): Promise<UserRow[]> {
  return db.query<UserRow>({
    name: 'office.user_rows',
    text: `select a.id, a.user_name, a.email, a.locked_at is not null as locked, a.delete_after, a.created_at, a.inviter_id,
                  case when a.blocked_at is not null then 'blocked' when a.paused_at is not null then 'paused'
                       when s.package_id is null and s.expires_at is null then 'none'
                       when s.period = 'once' or s.expires_at > $3 then 'active' else 'expired' end as state,
                  s.package_id, p.name as package_name, p.names as package_names, s.expires_at,
                  coalesce(s.banked_seconds, 0) as banked_seconds, coalesce(s.used_bytes, 0) as used_bytes,
                  coalesce(s.total_bytes, 0) as total_bytes, coalesce(m.balance_fen, 0) as balance_fen,
                  t.hour as last_traffic_at, f.first_at is not null as has_connected, coalesce(l.lines, '[]') as lines,
                  array(select g.tag from account_tags g
                         where g.reseller_id = a.reseller_id and g.account_id = a.id order by g.tag) as tags
             from unnest($2::bigint[]) with ordinality wanted (id, place)
             join accounts a on a.reseller_id = $1 and a.id = wanted.id
             left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
             left join packages p on p.id = s.package_id
             left join ledger_accounts m on m.kind = 'user' and m.reseller_id = a.reseller_id and m.account_id = a.id
             left join traffic_firsts f on f.reseller_id = a.reseller_id and f.account_id = a.id
             left join lateral (select h.hour from traffic_hours h
                                 where h.reseller_id = a.reseller_id and h.account_id = a.id
                                 order by h.hour desc limit 1) t on f.first_at is not null
             left join lateral (select json_agg(json_build_object('node', n.name, 'names', n.names, 'state', i.state) order by i.number) as lines
                                  from lines i join nodes n on n.id = i.node_id
                                 where i.reseller_id = a.reseller_id and i.account_id = a.id and i.state <> 'removed') l on true
            order by wanted.place`,
    values: [resellerId, ids, now],
  })
}

type Choice = { id: number; name: string; names: unknown }

/** Packages that users have or can get. */
export function findPackageChoices(db: Queryable, resellerId: number): Promise<Choice[]> {
  return db.query<Choice>({
    name: 'office.package_choices',
    text: `select p.id, p.name, p.names from packages p
            where p.kind = 'plan' and (
              exists (select from package_offers o where o.reseller_id = $1 and o.package_id = p.id)
              or exists (select from subscriptions s where s.reseller_id = $1 and s.package_id = p.id))
            order by p.place, p.id`,
    values: [resellerId],
  })
}

/** Nodes with lines of this reseller's users. */
export function findNodeChoices(db: Queryable, resellerId: number): Promise<Choice[]> {
  return db.query<Choice>({
    name: 'office.node_choices',
    text: `select n.id, n.name, n.names from line_counts c join nodes n on n.id = c.node_id
            where c.reseller_id = $1 and c.placed > 0 order by n.name, n.id`,
    values: [resellerId],
  })
}
