import type { Language } from '../../../../contract/languages.ts'
import type { Permission } from '../../../../contract/permissions.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { permissionsOf } from '../role-permissions.ts'
import { findMailableRows } from './queries.ts'

export type Mailable = {
  id: number
  name: string
  email: string
  language: Language
  isOwner: boolean
  permissions: ReadonlySet<Permission>
}

/** Members of a team who have a verified address; with null of the platform's. */
export async function findMailable(ctx: { db: Queryable }, team: number | null): Promise<Mailable[]> {
  const rows = await findMailableRows(ctx.db, team)
  return rows.map((row) => ({ ...row, isOwner: row.role === 'owner', permissions: permissionsOf(row) }))
}
