import { sql } from 'kysely'

import type { resellerStates } from '../../../../contract/console/choices.ts'
import { FIGURE_MAX } from '../../../../contract/console/list.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Condition, ListQuery } from '../../lists/list-page.ts'
import { IS_SALE, LOST_MARGIN } from '../../orders/margin-sql.ts'
import { resellerSubject } from '../../resellers/add-reseller.ts'
import { ALL_MARGIN, ALL_SALES } from '../overview/day-queries.ts'

export type ResellerSort = 'resellerId' | 'createdAt' | 'salesFen' | 'marginFen' | 'balanceFen'
type State = (typeof resellerStates)[number]
export type ResellerFilter = { search?: string; state?: State; nearLimit?: boolean; owes?: boolean }
/** `since` and `last` are business days: they bound the last 30 whole days, which begin at `from`. */
export type Span = { since: string; from: Date; last: string; month: string }

export type ListedReseller = {
  id: number
  title: string | null
  agencyName: string | null
  state: State
  createdAt: Date
  userCount: number
  activeUsers: number
  salesFen: number
  marginFen: number
  balanceFen: number
  owedFen: number
  creditLimitFen: number
  listId: number
  listName: string
  usersMax: number | null
  usersCount: number | null
  trafficMaxBytes: number | null
  trafficBytes: number | null
  atLimit: 'no_new_users' | 'stop_selling' | null
  checkedAt: Date | null
}

/** A few thousand rows at most, so all of them may be computed before one page is cut out. */
const table = ({ since, from, last, month }: Span) => `(
  select r.id, r.title, r.agency_name, r.created_at, r.credit_limit_fen,
    case when r.suspended_at is not null then 'suspended' when r.is_whitelisted then 'online'
      when r.owner_account_id is not null then 'waiting' else 'offline' end as state,
    coalesce(d.sales_fen, 0)::bigint as sales_fen, (coalesce(d.margin_fen, 0) - coalesce(back.margin_fen, 0))::bigint as margin_fen,
    coalesce(d.active_users, 0)::integer as active_users,
    coalesce(own.balance_fen, 0) as balance_fen, -coalesce(debt.balance_fen, 0) as owed_fen,
    m.users_max, m.users_count, m.traffic_max_bytes, m.at_limit, m.checked_at,
    case when m.month = '${month}'::date then m.traffic_bytes else m.traffic_bytes * 0 end as traffic_bytes
  from resellers r
    left join (select reseller_id, sum(${ALL_SALES}) as sales_fen, sum(${ALL_MARGIN}) as margin_fen,
        sum(active_users) filter (where day = '${last}'::date) as active_users
      from office_days where day >= '${since}'::date and day <= '${last}'::date group by reseller_id) d on d.reseller_id = r.id
    left join (select o.reseller_id, sum(${LOST_MARGIN}) as margin_fen from orders o
        where o.refunded_fen > 0 and o.settled_at >= '${from.toISOString()}' and ${IS_SALE} group by 1) back on back.reseller_id = r.id
    left join ledger_accounts own on own.code = 'reseller:' || r.id
    left join ledger_accounts debt on debt.code = 'receivable:' || r.id
    left join reseller_limits m on m.reseller_id = r.id
) r`

const SHOWN = `page.id, page.title, page.agency_name, page.state, page.created_at, page.active_users, page.sales_fen,
  page.margin_fen, page.balance_fen, page.owed_fen, page.credit_limit_fen, page.users_max, page.users_count,
  page.traffic_max_bytes, page.traffic_bytes, page.at_limit, page.checked_at, l.id as list_id, l.name as list_name,
  (select count(*) from (select from accounts u where u.reseller_id = page.id and u.deleted_at is null
    limit ${FIGURE_MAX + 1}) few)::integer as user_count`
const JOINS = `left join reseller_price_lists p on p.reseller_id = page.id
  left join price_lists l on l.id = coalesce(p.price_list_id, 0)`

export function resellerList(filter: ResellerFilter, span: Span, only: number | null = null): ListQuery<ResellerSort> {
  return {
    table: table(span),
    id: { by: 'r.id', kind: 'id' },
    sorts: {
      resellerId: { by: 'r.id', kind: 'number' },
      createdAt: { by: 'r.created_at', kind: 'time' },
      salesFen: { by: 'r.sales_fen', kind: 'number' },
      marginFen: { by: 'r.margin_fen', kind: 'number' },
      balanceFen: { by: 'r.balance_fen', kind: 'number' },
    },
    firstSort: '-salesFen',
    where: [sql`true`, ...(only === null ? [] : [sql`r.id = ${only}`]), ...conditions(filter)],
    show: { columns: SHOWN, joins: JOINS },
  }
}

function conditions({ search, state, nearLimit, owes }: ResellerFilter): Condition[] {
  const text = search?.trim() ?? ''
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return [
    ...(text === ''
      ? []
      : [sql`(starts_with(r.id::text, ${text}) or r.title ilike ${part} or r.agency_name ilike ${part})`]),
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
    ...(nearLimit ? [sql`(r.users_count >= r.users_max * 0.8 or r.traffic_bytes >= r.traffic_max_bytes * 0.8)`] : []),
    ...(owes ? [sql`r.owed_fen > 0`] : []),
  ]
}

export type ResellerDetail = {
  isWhitelisted: boolean
  hasLifelines: boolean
  suspendedAt: Date | null
  suspendedReason: string | null
  commissionPercent: number
  agencyContact: string | null
  contact: string | null
  ownerResellerId: number | null
  ownerAccountId: number | null
  ownerName: string | null
}

export async function loadDetail(db: Queryable, resellerId: number): Promise<ResellerDetail | null> {
  const rows = await db.query<ResellerDetail>({
    name: 'office.reseller',
    text: `select r.is_whitelisted, r.has_lifelines, r.suspended_at, r.suspended_reason, r.commission_percent,
        r.agency_contact, r.contact, r.owner_reseller_id, r.owner_account_id, a.user_name as owner_name
      from resellers r left join accounts a on a.reseller_id = r.owner_reseller_id and a.id = r.owner_account_id
      where r.id = $1`,
    values: [resellerId],
  })
  return rows[0] ?? null
}

export type Done = { id: number; at: Date; actor: string; action: string }

/** The latest decisions about one reseller, with staff by name. */
export function findDone(db: Queryable, resellerId: number, limit: number): Promise<Done[]> {
  return db.query<Done>({
    name: 'office.reseller_done',
    text: `select l.id, l.created_at as at, coalesce(m.name, l.actor) as actor, l.action from audit_log l
        left join staff m on l.actor like 'staff:%' and m.id::text = substr(l.actor, 7)
      where l.reseller_id = $1 and l.subject = $2 order by l.created_at desc, l.id desc limit $3`,
    values: [resellerId, resellerSubject(resellerId), limit],
  })
}
