import { DAY_MS } from '../../../contract/durations.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'
import { addMonths } from '../../platform/text/calendar.ts'

const TRAFFIC_MONTHS = 13

export const trafficRetention: readonly RetentionRule[] = [
  { table: 'traffic_minutes', condition: 'minute < $1', olderThanMs: DAY_MS },
  // An agent resends a batch within days or not at all.
  { table: 'traffic_batches', condition: 'received_at < $1', olderThanMs: 7 * DAY_MS },
  { table: 'line_contacts', condition: 'seen_at < $1', olderThanMs: 400 * DAY_MS },
  { table: 'traffic_left_out', condition: 'received_at < $1', olderThanMs: 30 * DAY_MS },
  { what: 'traffic', remove: dropTraffic },
]

/** Drops whole months as tables, without reading rows. */
async function dropTraffic({ db, now }: JobCtx): Promise<number> {
  const [row] = await db.query<{ dropped: number }>({
    name: 'retention.traffic',
    text: 'select traffic_drop_partitions($1) as dropped',
    values: [addMonths(now, -TRAFFIC_MONTHS, 'UTC')],
  })
  return row!.dropped
}
