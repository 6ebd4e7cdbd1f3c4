import type { Ctx } from '../../platform/context.ts'
import { endSessions } from './end-sessions.ts'
import { loadSessionFamily } from './queries.ts'

/** Signs the own account out everywhere but here; answers how many sessions ended. This device stays remembered. */
export async function endOthers(ctx: Pick<Ctx<'user'>, 'db' | 'now' | 'owner' | 'actor'>): Promise<number> {
  const { owner } = ctx
  const { sessionId } = ctx.actor
  const familyId = await loadSessionFamily(ctx.db, owner, sessionId)
  return endSessions(ctx, owner, { sessionId, ...(familyId ? { familyId } : {}) })
}
