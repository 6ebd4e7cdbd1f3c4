import type { Queryable } from '../../platform/db/db.ts'
import { findHooks, loadHook, type CountedHook, type Hook, type Team } from './queries.ts'

export type ShownHook = Omit<CountedHook, 'sealedSecret' | 'sealedOldSecret'>

/** Without the secrets. */
export async function findTeamHooks(ctx: { db: Queryable }, team: Team): Promise<ShownHook[]> {
  const rows = await findHooks(ctx.db, team)
  return rows.map(({ sealedSecret: _secret, sealedOldSecret: _old, ...hook }) => hook)
}

export async function getTeamHook(
  ctx: { db: Queryable },
  webhookId: string,
): Promise<Pick<Hook, 'resellerId' | 'name' | 'url' | 'offAt' | 'offReason'> | null> {
  return loadHook(ctx.db, webhookId)
}
