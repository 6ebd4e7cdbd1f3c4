import type { Ctx } from '../../platform/context.ts'
import { loadSessionFamily } from './queries.ts'

/**
 * What wrong tries inside a session are counted by: the session, or the remembered device that opened it. By session
 * alone a stolen device credential would bring ten more tries with every silent login.
 */
export async function ownSessionKey(ctx: Pick<Ctx<'user'>, 'db' | 'owner' | 'actor'>): Promise<string> {
  const { sessionId } = ctx.actor
  const familyId = await loadSessionFamily(ctx.db, ctx.owner, sessionId)
  return familyId ?? sessionId
}
