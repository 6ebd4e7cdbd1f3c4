import type { Queryable } from '../../../platform/db/db.ts'
import { permissionsOf } from '../role-permissions.ts'
import { findMailableRows } from './queries.ts'

export type Mailable = Awaited<ReturnType<typeof findMailable>>[number]

/** Members of a team who have a verified address; with null of the platform's. */
export async function findMailable(ctx: { db: Queryable }, team: number | null) {
  const rows = await findMailableRows(ctx.db, team)
  return rows.map((row) => ({ ...row, isOwner: row.role === 'owner', permissions: permissionsOf(row) }))
}
