import type { SavedView } from '../../../../contract/console/views.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

/** The member and the office; null is the platform's own office. */
export type Place = { staffId: number; resellerId: number | null }

export function findViews(db: Db | Tx, { staffId, resellerId }: Place, screen: string): Promise<SavedView[]> {
  return db.query<SavedView>({
    name: 'office.views',
    text: `select id, name, query from saved_views
            where staff_id = $1 and owner_key = coalesce($2::integer, -1) and screen = $3 order by lower(name)`,
    values: [staffId, resellerId, screen],
  })
}

type NewView = { screen: string; name: string; query: string; now: Date }

export async function saveView(db: Db | Tx, { staffId, resellerId }: Place, view: NewView): Promise<SavedView> {
  const rows = await db.query<SavedView>({
    name: 'office.save_view',
    text: `insert into saved_views (staff_id, reseller_id, screen, name, query, created_at) values ($1, $2, $3, $4, $5, $6)
           on conflict (staff_id, owner_key, screen, lower(name)) do update set name = excluded.name, query = excluded.query
           returning id, name, query`,
    values: [staffId, resellerId, view.screen, view.name, view.query, view.now],
  })
  return rows[0]!
}

/** False when the member has no such view in this office. */
export async function removeView(db: Db | Tx, { staffId, resellerId }: Place, id: number): Promise<boolean> {
  const rows = await db.query({
    name: 'office.remove_view',
    text: `delete from saved_views where id = $3 and staff_id = $1 and owner_key = coalesce($2::integer, -1) returning id`,
    values: [staffId, resellerId, id],
  })
  return rows.length === 1
}
