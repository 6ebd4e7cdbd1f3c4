import { sql } from 'kysely'

import type { Queryable } from '../../../platform/db/db.ts'
import type { LineState, SuspendReason } from '../../lines/line-states.ts'
import type { ListQuery } from '../../lists/list-page.ts'
import { equalConditions } from '../../lists/sale-filters.ts'

export type Enrolment = { enrolledAt: Date | null; enrolUntil: Date | null; hasPrivateKey: boolean }

export async function loadEnrolment(db: Queryable, nodeId: number, now: Date): Promise<Enrolment> {
  const rows = await db.query<Enrolment>({
    name: 'office.node_enrolment',
    text: `select (select max(created_at) from node_keys where node_id = n.id) as enrolled_at,
                  case when n.enrol_expires_at > $2 then n.enrol_expires_at end as enrol_until,
                  n.sealed_secrets is not null as has_private_key
             from nodes n where n.id = $1`,
    values: [nodeId, now],
  })
  return rows[0]!
}

export function countLinesByState(db: Queryable, nodeId: number): Promise<{ state: string; lines: number }[]> {
  return db.query<{ state: string; lines: number }>({
    name: 'office.node_lines_by_state',
    text: `select state, count(*) as lines from lines where node_id = $1 and state <> 'removed' group by 1 order by 2 desc`,
    values: [nodeId],
  })
}

export type MinutePoint = {
  at: Date
  cpuPercent: number | null
  memoryPercent: number | null
  onlineUsers: number
  upBps: number
  downBps: number
  latencyMs: number | null
  upPercent: number | null
}

/** One point per step, also where nothing was recorded. Online users are the maximum, the rest are averages. */
export function findPoints(
  db: Queryable,
  nodeId: number,
  { from, to, stepMinutes }: { from: Date; to: Date; stepMinutes: number },
): Promise<MinutePoint[]> {
  return db.query<MinutePoint>({
    name: 'office.node_points',
    text: `select s.at, round(avg(m.cpu_percent))::integer as cpu_percent, round(avg(m.memory_percent))::integer as memory_percent,
                  coalesce(max(m.online_users), 0) as online_users, coalesce(round(avg(m.up_bps)), 0)::bigint as up_bps,
                  coalesce(round(avg(m.down_bps)), 0)::bigint as down_bps, round(avg(m.latency_ms))::integer as latency_ms,
                  (100.0 * count(*) filter (where m.state = 'up')
                    / nullif(count(m.state) filter (where m.state <> 'maintenance'), 0))::float8 as up_percent
             from generate_series($2::timestamptz, $3::timestamptz - make_interval(mins => $4), make_interval(mins => $4)) s (at)
             left join node_minutes m on m.node_id = $1 and m.minute >= s.at and m.minute < s.at + make_interval(mins => $4)
            group by s.at order by s.at`,
    values: [nodeId, from, to, stepMinutes],
  })
}

export type ListedLine = {
  number: number
  resellerId: number
  accountId: number
  userName: string
  state: Exclude<LineState, 'removed'>
  reason: SuspendReason | null
  since: Date
}

export function lineList(nodeId: number, { search, state }: { search?: string; state?: string }): ListQuery<'number'> {
  const words = search?.trim() ?? ''
  return {
    table: 'lines l',
    id: { by: 'l.number', kind: 'id' },
    sorts: { number: { by: 'l.number', kind: 'number' } },
    firstSort: '-number',
    where: [
      sql`l.node_id = ${nodeId} and l.state <> 'removed'`,
      ...equalConditions({ 'l.state': state }),
      ...(words === ''
        ? []
        : [
            sql`exists (select from accounts a where a.reseller_id = l.reseller_id and a.id = l.account_id
                          and starts_with(lower(a.user_name), ${words.toLowerCase()}))`,
          ]),
    ],
    show: {
      columns: `page.number, page.reseller_id, page.account_id, a.user_name, page.state, page.reason, page.state_since as since`,
      joins: 'join accounts a on a.reseller_id = page.reseller_id and a.id = page.account_id',
    },
  }
}
