import type { Queryable } from '../../platform/db/db.ts'

export async function countSuspects(db: Queryable, resellerId: number, countMax: number): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'tickets.count_held',
    text: `select count(*)::integer as count from (
             select from tickets where reseller_id = $1 and held_at is not null and state <> 'closed' limit $2) few`,
    values: [resellerId, countMax],
  })
  return rows[0]?.count ?? 0
}
