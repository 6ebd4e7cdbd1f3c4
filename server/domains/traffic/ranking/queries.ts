import type { Db, Queryable } from '../../../platform/db/db.ts'
import type { Days } from '../../../platform/text/business-day.ts'
import type { TrafficRange } from '../range.ts'

export type Rank = { rankedAt: Date; users: number; topAccounts: number[]; topBytes: number[] }
/** Null while these days are not ranked yet: yesterday's places say nothing about today. */
export async function loadRank(
  db: Queryable,
  resellerId: number,
  range: TrafficRange,
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
export async function countAbove(
  db: Queryable,
  resellerId: number,
  range: TrafficRange,
  bytes: number,
): Promise<number> {
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

/**
 * Ranks to compute again: those of other days, and old ones. A slow rank waits longer, so that ranking never takes more
 * than a fiftieth of the time.
 */
export function findDueRanks(db: Db, days: Record<TrafficRange, Days>, now: Date, minAgeMs: number) {
  const ranges = Object.keys(days) as TrafficRange[]
  return db.query<{ resellerId: number; range: TrafficRange }>({
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
  range: TrafficRange,
  { first, last }: Days,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'traffic.build_rank',
    text: 'select traffic_rank($1, $2, $3, $4, $5)',
    values: [resellerId, range, first, last, now],
  })
}
