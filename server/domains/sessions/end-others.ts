import type { Ctx } from '../../platform/context.ts'
import { endSessions } from './end-sessions.ts'
import { loadSessionFamily } from './queries.ts'

/** Signs the own account out everywhere but here; answers how many sessions ended. This device stays remembered. */
export async function endOthers(ctx: Pick<Ctx<'user'>, 'db' | 'now' | 'resellerId' | 'actor'>): Promise<number> {
  const account = { resellerId: ctx.resellerId, accountId: ctx.actor.accountId }
  const { sessionId } = ctx.actor
  const familyId = await loadSessionFamily(ctx.db, account, sessionId)
  return endSessions(ctx, account, { sessionId, ...(familyId ? { familyId } : {}) })
}
