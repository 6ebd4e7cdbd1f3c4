import type { Owner } from '../../platform/context.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import type { Days, RankRange } from './rank-range.ts'

export type Rank = { rankedAt: Date; users: number; topAccounts: number[]; topBytes: number[] }
/** One node's bytes in one hour or day. */
export type OwnBytes = {
  at: Date
  nodeId: number
  name: string
  names: unknown
  region: string
  upBytes: number
  downBytes: number
}

/** Null while these days are not ranked yet: yesterday's places say nothing about today. */
export async function loadRank(
  db: Queryable,
  resellerId: number,
  range: RankRange,
  { first, last }: Days,
): Promise<Rank | null> {
  const rows = await db.query<Rank>({
    name: 'traffic.rank',
    text: `select ranked_at, users, top_accounts, top_bytes from traffic_ranks
      where reseller_id = $1 and range = $2 and first_day = $3 and last_day = $4`,
    values: [resellerId, range, first, last],
  })
  return rows[0] ?? null
}

/** How many users had more bytes. */
export async function countAbove(db: Queryable, resellerId: number, range: RankRange, bytes: number): Promise<number> {
  const rows = await db.query<{ above: number }>({
    name: 'traffic.above',
    text: `select coalesce(
        (select p.piece * 1000 + (select count(*) from unnest(p.bytes) b where b > $3)
          from traffic_rank_pieces p where p.reseller_id = $1 and p.range = $2 and p.least_bytes <= $3 order by p.piece limit 1),
        (select r.users from traffic_ranks r where r.reseller_id = $1 and r.range = $2), 0)::bigint as above`,
    values: [resellerId, range, bytes],
  })
  return rows[0]!.above
}

/** Names of accounts that still exist. */
export function findNames(db: Queryable, resellerId: number, accountIds: readonly number[]) {
  return db.query<{ id: number; userName: string }>({
    name: 'traffic.names',
    text: 'select id, user_name from accounts where reseller_id = $1 and id = any ($2) and deleted_at is null',
    values: [resellerId, accountIds],
  })
}

/** Reads the hours, because their key begins with the account: a million other users cost nothing. */
export function findOwnBytes(
  db: Queryable,
  { resellerId, accountId }: Owner,
  { first, last }: Days,
  by: { unit: 'hour' | 'day'; timeZone: string },
): Promise<OwnBytes[]> {
  return db.query<OwnBytes>({
    name: 'traffic.own',
    text: `select date_trunc($5, h.hour, $6) as at, n.id as node_id, n.name, n.names, n.region,
        sum(h.up_bytes)::bigint as up_bytes, sum(h.down_bytes)::bigint as down_bytes
      from traffic_hours h join nodes n on n.id = h.node_id
      where h.reseller_id = $1 and h.account_id = $2
        and h.hour >= $3::date::timestamp at time zone $6 and h.hour < ($4::date + 1)::timestamp at time zone $6
      group by 1, 2 order by 1, 2`,
    values: [resellerId, accountId, first, last, by.unit, by.timeZone],
  })
}

/** Start times of all hours or days up to now, including those without traffic. */
export async function findBegins(
  db: Queryable,
  { first, last }: Days,
  by: { unit: 'hour' | 'day'; timeZone: string },
  now: Date,
): Promise<Date[]> {
  const rows = await db.query<{ at: Date }>({
    name: 'traffic.begins',
    // Step in local time: a day of 23 hours is one step too.
    text: `select wall at time zone $4 as at
      from generate_series($1::date::timestamp, ($2::date + 1)::timestamp - interval '1 hour', ('1 ' || $3)::interval) wall
      where wall at time zone $4 <= $5 order by 1`,
    values: [first, last, by.unit, by.timeZone, now],
  })
  return rows.map(({ at }) => at)
}

/**
 * Ranks to compute again: those of other days, and old ones. A slow rank waits longer, so that ranking never takes more
 * than a fiftieth of the time.
 */
export function findDueRanks(db: Db, days: Record<RankRange, Days>, now: Date, minAgeMs: number) {
  const ranges = Object.keys(days) as RankRange[]
  return db.query<{ resellerId: number; range: RankRange }>({
    name: 'traffic.due_ranks',
    text: `select s.id as reseller_id, w.range
      from resellers s cross join unnest($1::text[], $2::date[], $3::date[]) w (range, first_day, last_day)
        left join traffic_ranks r on r.reseller_id = s.id and r.range = w.range
      where r.ranked_at is null or (r.first_day, r.last_day) <> (w.first_day, w.last_day)
        or r.ranked_at <= $4::timestamptz - greatest($5, r.took_ms * 50) * interval '1 millisecond'
      order by s.id, w.range`,
    values: [ranges, ranges.map((range) => days[range].first), ranges.map((range) => days[range].last), now, minAgeMs],
  })
}

export async function buildRank(
  db: Db,
  resellerId: number,
  range: RankRange,
  { first, last }: Days,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'traffic.build_rank',
    text: 'select traffic_rank($1, $2, $3, $4, $5)',
    values: [resellerId, range, first, last, now],
  })
}

/** Makes the tables of this month and the next, so that they exist when a month begins. */
export async function makePartitions(db: Db, now: Date): Promise<void> {
  await db.query({
    name: 'traffic.make_partitions',
    text: `select traffic_make_partition(t.name, (date_trunc('month', $1::timestamptz at time zone 'UTC') + m.ahead * interval '1 month')::date)
      from (values ('traffic_hours'), ('traffic_days')) t (name), generate_series(0, 1) m (ahead)`,
    values: [now],
  })
}
