import type { Queryable } from '../../../platform/db/db.ts'

type RoundName = 'nodes' | 'platform'

/**
 * Claims the round for this process; null when another has it or it is not due. Returns since when somebody has been
 * watching without a break, and after a break how many seconds nobody was (null at the very first round).
 */
export async function takeRound(
  db: Queryable,
  name: RoundName,
  times: { everyMs: number; breakMs: number; now: Date },
): Promise<{ since: Date; awayS: number | null } | null> {
  const rows = await db.query<{ since: Date; awayS: number | null }>({
    name: 'watch.take_round',
    text: `with before as (select ran_at from watch_rounds where name = $1)
           update watch_rounds r set ran_at = $2,
                  since = case when r.ran_at < $2::timestamptz - make_interval(secs => $4) then $2 else since end
             from before
            where name = $1 and r.ran_at <= $2::timestamptz - make_interval(secs => $3)
           returning since, case when since = $2 and before.ran_at > 'epoch'
                                 then round(extract(epoch from $2::timestamptz - before.ran_at))::integer end as away_s`,
    values: [name, times.now, times.everyMs / 1000, times.breakMs / 1000],
  })
  return rows[0] ?? null
}

export async function loadWatchedSince(db: Queryable): Promise<Date> {
  const rows = await db.query<{ since: Date }>({
    name: 'watch.since',
    text: `select since from watch_rounds where name = 'nodes'`,
  })
  return rows[0]!.since
}

/** A minute counts as down if the node was down at any moment in it. */
export async function markDown(db: Queryable, nodeIds: number[], now: Date): Promise<void> {
  await db.query({
    name: 'watch.mark_down',
    text: `insert into node_minutes as m (node_id, minute, state)
           select id, date_trunc('minute', $2::timestamptz), 'down' from unnest($1::integer[]) as t (id)
           on conflict (node_id, minute) do update set state = 'down' where m.state <> 'down' and not m.is_counted`,
    values: [nodeIds, now],
  })
}

export type MinuteRow = {
  nodeId: number
  state: 'up' | 'down' | 'maintenance'
  onlineUsers: number
  upBps: number
  downBps: number
  cpuPercent: number | null
  memoryPercent: number | null
  latencyMs: number | null
}

export async function saveMinute(db: Queryable, minute: Date, rows: readonly MinuteRow[]): Promise<void> {
  await db.query({
    name: 'watch.save_minute',
    text: `insert into node_minutes as m (node_id, minute, state, online_users, up_bps, down_bps, cpu_percent, memory_percent,
             latency_ms)
           select r.node_id, $1::timestamptz, r.state, r.online_users, r.up_bps, r.down_bps, r.cpu_percent,
                  r.memory_percent, r.latency_ms
             from unnest($2::integer[], $3::text[], $4::integer[], $5::bigint[], $6::bigint[], $7::integer[], $8::integer[],
               $9::integer[]) as r (node_id, state, online_users, up_bps, down_bps, cpu_percent, memory_percent, latency_ms)
           on conflict (node_id, minute) do update
             set state = case when m.state = 'down' and excluded.state = 'up' then 'down' else excluded.state end,
                 online_users = excluded.online_users, up_bps = excluded.up_bps, down_bps = excluded.down_bps,
                 cpu_percent = excluded.cpu_percent, memory_percent = excluded.memory_percent,
                 latency_ms = excluded.latency_ms
             where not m.is_counted`,
    values: [
      minute,
      rows.map(({ nodeId }) => nodeId),
      rows.map(({ state }) => state),
      rows.map(({ onlineUsers }) => onlineUsers),
      rows.map(({ upBps }) => upBps),
      rows.map(({ downBps }) => downBps),
      rows.map(({ cpuPercent }) => cpuPercent),
      rows.map(({ memoryPercent }) => memoryPercent),
      rows.map(({ latencyMs }) => latencyMs),
    ],
  })
}

/** Adds each full minute to its business day once, even one written late. */
export async function countDays(db: Queryable, before: Date, timeZone: string): Promise<void> {
  await db.query({
    name: 'watch.count_days',
    text: `with fresh as (
             update node_minutes set is_counted = true where not is_counted and minute < $1
             returning node_id, (minute at time zone $2)::date as day, state
           )
           insert into node_days as d (node_id, day, up_minutes, down_minutes, maintenance_minutes)
           select node_id, day, count(*) filter (where state = 'up'), count(*) filter (where state = 'down'),
                  count(*) filter (where state = 'maintenance')
             from fresh group by node_id, day
           on conflict (node_id, day) do update
             set up_minutes = d.up_minutes + excluded.up_minutes, down_minutes = d.down_minutes + excluded.down_minutes,
                 maintenance_minutes = d.maintenance_minutes + excluded.maintenance_minutes`,
    values: [before, timeZone],
  })
}
