import type { TimelineKind } from '../../../../contract/console/choices.ts'
import type { Owner } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { HistoryEntry } from './history-queries.ts'

export type TimelineEntry = Omit<HistoryEntry, 'balanceFen'> & {
  kind: TimelineKind
  moment: string
}

/** What the reader may see of it: sales, and tickets. */
export type TimelineSight = { orders: boolean; tickets: 'none' | 'handed' | 'all' }
type Page = { before: { moment: string; id: string } | null; limit: number }

/** Each source gives as many as fit a page, by its own index on the account. */
const source = (id: string, at: string, rest: string) => `(select ${rest.replace('{id}', `${id} as id`)}
  and ($3::timestamptz is null or (${at} <= $3 and (${at}, ${id}) < ($3, $4))) order by ${at} desc, ${id} desc limit $5)`

const ORDERS = source(
  `'order ' || o.id`,
  'o.created_at',
  `'paid' as kind, {id}, o.created_at as at, o.action as what, o.state,
          case when h.order_id is null then o.total_fen else h.noted_fen end as amount_fen, null::text as who,
          jsonb_build_object('package', p.name, 'orderId', o.id) as detail, p.names
     from orders o left join packages p on p.id = o.package_id
     left join hand_sales h on h.order_id = o.id and h.reseller_id = o.reseller_id
    where o.reseller_id = $1 and o.account_id = $2 and $6`,
)
const TOP_UPS = source(
  `'payment ' || y.id`,
  'y.created_at',
  `'paid' as kind, {id}, y.created_at as at, y.purpose as what, y.state, y.amount_fen, null::text as who,
          jsonb_build_object('paymentId', y.id) as detail, null::jsonb as names
     from payments y where y.reseller_id = $1 and y.account_id = $2 and y.order_id is null and $6`,
)
const LINES = source(
  `'line ' || l.number`,
  'l.created_at',
  `'moved' as kind, {id}, l.created_at as at, case when l.moved_from is null then 'installed' else 'moved' end as what,
          null::text as state, null::bigint as amount_fen, null::text as who, jsonb_build_object('node', n.name) as detail,
          n.names
     from lines l join nodes n on n.id = l.node_id where l.reseller_id = $1 and l.account_id = $2`,
)
const MESSAGES = source(
  `'message ' || m.id`,
  'm.created_at',
  `case m.author when 'user' then 'wrote' else 'helped' end as kind, {id}, m.created_at as at,
          case m.author when 'user' then 'wrote' else 'answered' end as what, null::text as state,
          null::bigint as amount_fen, s.name as who, jsonb_build_object('title', t.title, 'ticketId', t.id) as detail,
          null::jsonb as names
     from tickets t join ticket_messages m on m.reseller_id = t.reseller_id and m.ticket_id = t.id
     left join staff s on s.id = m.staff_id
    where t.reseller_id = $1 and t.account_id = $2 and ($7 = 'all' or ($7 = 'handed' and t.holder = 'operator'))`,
)
const FIRST_BYTE = source(
  `'first'::text`,
  'f.first_at',
  `'connected' as kind, {id}, f.first_at as at, 'firstByte' as what, null::text as state, null::bigint as amount_fen,
          null::text as who, '{}'::jsonb as detail, null::jsonb as names
     from traffic_firsts f where f.reseller_id = $1 and f.account_id = $2`,
)
/** The last hour of use on each node: when it worked, and where. */
const LAST_BYTES = source(
  `'byte ' || b.node_id`,
  'b.hour',
  `'connected' as kind, {id}, b.hour as at, 'lastByte' as what, null::text as state, null::bigint as amount_fen,
          null::text as who, jsonb_build_object('node', n.name) as detail, n.names
     from (select node_id, max(hour) as hour from (
             select node_id, hour from traffic_hours where reseller_id = $1 and account_id = $2
              order by hour desc limit 500) recent group by node_id) b
     join nodes n on n.id = b.node_id where true`,
)
const GIFTS = source(
  `'gift ' || g.id`,
  'g.created_at',
  `'helped' as kind, {id}, g.created_at as at, 'gift' as what, null::text as state, null::bigint as amount_fen,
          coalesce(m.name, '') as who, jsonb_build_object('days', g.days, 'trafficBytes', g.traffic_bytes,
            'package', p.name, 'bulkId', g.bulk_hold_id) as detail, p.names
     from gifts g left join packages p on p.id = g.package_id left join staff m on g.given_by = 'staff:' || m.id
    where g.reseller_id = $1 and g.account_id = $2`,
)
/** What staff did for the account. Looks are none of it, and a move stands among the lines. */
const HELP = source(
  `'help ' || l.id`,
  'l.created_at',
  `'helped' as kind, {id}, l.created_at as at, l.action as what, null::text as state, null::bigint as amount_fen,
          m.name as who, '{}'::jsonb as detail, null::jsonb as names
     from audit_log l join staff m on l.actor = 'staff:' || m.id
    where l.reseller_id = $1 and l.subject = 'account:' || $2::bigint and l.action in (
          'account.created_by_staff', 'account.blocked', 'account.unblocked', 'account.unlocked', 'account.note_added',
          'account.deletion_asked', 'account.deletion_taken_back', 'feed.reset', 'password.reset_code_issued',
          'totp.reset_by_operator', 'sessions.ended_by_staff', 'service.paused', 'service.resumed')`,
)
const ALL = [ORDERS, TOP_UPS, LINES, MESSAGES, FIRST_BYTE, LAST_BYTES, GIFTS, HELP].join(' union all ')

export function findTimeline(
  db: Queryable,
  { resellerId, accountId }: Owner,
  sight: TimelineSight,
  { before, limit }: Page,
): Promise<TimelineEntry[]> {
  return db.query<TimelineEntry>({
    name: 'office.user_timeline',
    text: `select kind, id, at, what, state, amount_fen, who, detail, names,
                  (extract(epoch from at) * 1000000)::bigint::text as moment
             from (${ALL}) told order by at desc, id desc limit $5`,
    values: [resellerId, accountId, momentOf(before), before?.id ?? null, limit, sight.orders, sight.tickets],
  })
}

/** To the microsecond, as the database keeps it: a Date would lose rows of one millisecond. */
function momentOf(before: Page['before']): string | null {
  if (before === null) return null
  const whole = before.moment.slice(0, -3) || '0'
  return new Date(Number(whole)).toISOString().replace('Z', `${before.moment.slice(-3).padStart(3, '0')}Z`)
}
