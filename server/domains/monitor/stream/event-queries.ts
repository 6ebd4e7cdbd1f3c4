import type { Queryable } from '../../../platform/db/db.ts'

export type EventRow = {
  id: number
  resellerId: number | null
  kind: 'alert' | 'maintenance'
  data: Record<string, unknown>
  createdAt: Date
}

/** Numbers new events. Runs as its own statement: the order is only right once the statement has ended. */
export async function numberEvents(db: Queryable): Promise<void> {
  await db.query({
    name: 'monitor.number_events',
    text: `select number_monitor_events() where exists (select from monitor_events where id is null)`,
  })
}

export async function loadNewestEventId(db: Queryable): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: 'monitor.newest_event',
    text: 'select coalesce(max(id), 0)::bigint as id from monitor_events',
  })
  return rows[0]!.id
}

export function findEvents(db: Queryable, afterId: number, limit: number): Promise<EventRow[]> {
  return db.query<EventRow>({
    name: 'monitor.events',
    text: `select id, reseller_id, kind, data, created_at from monitor_events where id > $1 order by id limit $2`,
    values: [afterId, limit],
  })
}
