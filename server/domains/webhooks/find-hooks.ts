import type { Queryable } from '../../platform/db/db.ts'
import { findHooks, type CountedHook, type Team } from './queries.ts'

export type ShownHook = Omit<CountedHook, 'sealedSecret' | 'sealedOldSecret'>

/** Without the secrets. */
export async function findTeamHooks(ctx: { db: Queryable }, team: Team): Promise<ShownHook[]> {
  const rows = await findHooks(ctx.db, team)
  return rows.map(({ sealedSecret: _secret, sealedOldSecret: _old, ...hook }) => hook)
}
