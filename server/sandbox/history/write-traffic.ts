import type { Tx } from '../../platform/db/db.ts'

/**
 * Writes lines and traffic for every buyer: one evening hour on most days that a package covered. Days are sums of
 * hours, and a subscription's used traffic is what was charged since its last reset, as real counting leaves it.
 */
export async function writeTraffic(tx: Tx, resellerIds: readonly number[], now: Date, timeZone: string): Promise<void> {
  const values = [resellerIds, now, timeZone]
  await tx.query({
    name: 'history.partitions',
    text: `select traffic_make_partition(t.name, m.month::date)
      from unnest(array['traffic_hours', 'traffic_days']) t (name),
        generate_series(date_trunc('month', $1::timestamptz - interval '92 days'), $1, interval '1 month') m (month)`,
    values: [now],
  })
  await tx.query({
    name: 'history.hours',
    text: `insert into traffic_hours (hour, reseller_id, account_id, node_id, up_bytes, down_bytes, charged_bytes)
      select at.hour, l.reseller_id, l.account_id, l.node_id, at.down / 12, at.down, (at.down + at.down / 12) * n.rate_percent / 100
      from lines l join nodes n on n.id = l.node_id
        cross join generate_series(0, 89) d (day)
        cross join lateral (
          select date_trunc('hour', (date_trunc('day', $2::timestamptz at time zone $3) - d.day * interval '1 day'
              + (18 + (l.number + d.day) % 5) * interval '1 hour') at time zone $3) as hour,
            (80 + (l.number * 37 + d.day * 101) % 900) * 1048576::bigint as down
        ) at
      where l.reseller_id = any ($1) and (l.number + d.day * 3) % 4 <> 0 and at.hour < $2::timestamptz - interval '1 hour'
        and exists (
          select from orders o where o.reseller_id = l.reseller_id and o.account_id = l.account_id and o.action in ('new', 'renew')
            and o.settled_at < at.hour and o.settled_at > at.hour - interval '30 days')`,
    values,
  })
  await tx.query({
    name: 'history.days',
    text: `insert into traffic_days (day, reseller_id, account_id, up_bytes, down_bytes)
      select (hour at time zone $2)::date, reseller_id, account_id, sum(up_bytes), sum(down_bytes)
      from traffic_hours where reseller_id = any ($1) group by 1, 2, 3`,
    values: [resellerIds, timeZone],
  })
  await tx.query({
    name: 'history.firsts',
    text: `insert into traffic_firsts (reseller_id, account_id, first_at)
      select reseller_id, account_id, min(hour) from traffic_hours where reseller_id = any ($1) group by 1, 2
      on conflict do nothing`,
    values: [resellerIds],
  })
  await tx.query({
    name: 'history.used',
    text: `update subscriptions s set used_bytes = least(s.total_bytes, u.charged), used_up_bytes = least(s.total_bytes, u.up)
      from subscriptions o cross join lateral (
        select coalesce(sum(h.charged_bytes), 0) as charged, coalesce(sum(h.up_bytes), 0) as up from traffic_hours h
        where h.reseller_id = o.reseller_id and h.account_id = o.account_id
          and h.hour >= coalesce(o.next_reset_at - interval '1 month', o.expires_at - interval '1 month')) u
      where s.reseller_id = any ($1) and o.reseller_id = s.reseller_id and o.account_id = s.account_id`,
    values: [resellerIds],
  })
}
