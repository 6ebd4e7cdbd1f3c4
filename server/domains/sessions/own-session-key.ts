import type { Ctx } from '../../platform/context.ts'
import { loadSessionFamily } from './queries.ts'

/**
 * The key for counting wrong tries inside a session: the session, or the remembered device that opened it. Counting by
 * session alone would give a stolen device credential ten more tries with every silent login.
 */
export async function ownSessionKey(ctx: Pick<Ctx<'user'>, 'db' | 'owner' | 'actor'>): Promise<string> {
  const { sessionId } = ctx.actor
  const familyId = await loadSessionFamily(ctx.db, ctx.owner, sessionId)
  return familyId ?? sessionId
}
