import type { Db } from '../../platform/db/db.ts'

/** A job: makes the tables of this month and the next, so that they exist before the first byte needs them. */
export async function makePartitions({ db, now }: { db: Db; now: Date }): Promise<void> {
  await db.query({
    name: 'traffic.make_partitions',
    text: `select traffic_make_partition(t.name, (date_trunc('month', $1::timestamptz at time zone 'UTC') + m.ahead * interval '1 month')::date)
      from (values ('traffic_hours'), ('traffic_days')) t (name), generate_series(0, 1) m (ahead)`,
    values: [now],
  })
}
