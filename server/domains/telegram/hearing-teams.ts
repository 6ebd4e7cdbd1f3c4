import type { Queryable } from '../../platform/db/db.ts'

/** Teams with at least one bound member. */
export async function findHearingTeams(db: Queryable): Promise<(number | null)[]> {
  const rows = await db.query<{ resellerId: number | null }>({
    name: 'telegram.hearing_teams',
    text: `select distinct m.reseller_id from telegram_bindings b join staff m on m.id = b.staff_id where b.blocked_at is null`,
  })
  return rows.map(({ resellerId }) => resellerId)
}
