import type { Language } from '../../../../contract/languages.ts'
import type { Permission } from '../../../../contract/permissions.ts'
import type { Ctx } from '../../../platform/context.ts'
import { permissionsOf } from '../role-permissions.ts'
import { findMailableRows } from './queries.ts'

/** Members of a reseller's team who have this permission and a verified address. */
export async function findMailable(
  ctx: Pick<Ctx, 'db'>,
  resellerId: number,
  permission: Permission,
): Promise<{ name: string; email: string; language: Language }[]> {
  const rows = await findMailableRows(ctx.db, resellerId)
  return rows.filter((row) => permissionsOf(row).has(permission))
}
