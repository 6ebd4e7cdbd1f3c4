import type { Ctx } from '../../../platform/context.ts'
import { revokeMonitorSession } from './queries.ts'

/** Open streams of the session end at their next look, within seconds and in every process. */
export async function logOutMonitor(ctx: Ctx<'monitor'>): Promise<Record<never, never>> {
  await revokeMonitorSession(ctx.db, ctx.actor.sessionId, ctx.now)
  return {}
}
