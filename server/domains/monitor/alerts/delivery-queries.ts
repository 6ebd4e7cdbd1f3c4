import type { Queryable } from '../../../platform/db.ts'
import { ALERT, type AlertRow } from './queries.ts'

/** Begun or ended without a mail. Older than a day is history: nobody wants it when mail is switched on at last. */
export function findUntold(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<(AlertRow & { isBegin: boolean; isEnd: boolean })[]> {
  return db.query<AlertRow & { isBegin: boolean; isEnd: boolean }>({
    name: 'alerts.untold',
    text: `select ${ALERT}, notified_at is null as is_begin,
                  resolved_at is not null and recovery_notified_at is null and is_watched as is_end
             from alerts
            where (notified_at is null or (resolved_at is not null and recovery_notified_at is null and is_watched))
              and last_seen_at > $1::timestamptz - interval '1 day'
            order by id limit $2`,
    values: [now, limit],
  })
}

export async function loadLastTold(db: Queryable): Promise<Date | null> {
  const rows = await db.query<{ at: Date | null }>({
    name: 'alerts.last_told',
    text: 'select greatest(max(notified_at), max(recovery_notified_at)) as at from alerts',
  })
  return rows[0]?.at ?? null
}

export async function markTold(db: Queryable, begun: number[], ended: number[], now: Date): Promise<void> {
  await db.query({
    name: 'alerts.told',
    text: `update alerts set notified_at = case when id = any ($1) then $3 else notified_at end,
                  recovery_notified_at = case when id = any ($2) then $3 else recovery_notified_at end
            where id = any ($1) or id = any ($2)`,
    values: [begun, ended, now],
  })
}

export async function loadAnyAlert(db: Queryable, id: number): Promise<AlertRow | null> {
  const rows = await db.query<AlertRow>({
    name: 'alerts.any',
    text: `select ${ALERT} from alerts where id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}
