import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { findSessions, type SessionRow } from './queries.ts'

/**
 * One entry per device: every silent login of a remembered device starts another session, which nobody wants to see.
 */
export async function listSessions(ctx: Ctx<'user'>) {
  const { owner } = ctx
  const seenAfter = new Date(ctx.now.getTime() - limits.sessionIdleMs)
  const rows = await findSessions(ctx.db, owner, { now: ctx.now, seenAfter })
  const current = rows.find((row) => row.id === ctx.actor.sessionId)
  const shown = new Map<string, SessionRow>()
  for (const row of current ? [current, ...rows] : rows) {
    const device = row.deviceFamilyId ?? row.id
    if (!shown.has(device)) shown.set(device, row)
  }
  return {
    items: [...shown.values()].map((row) => ({
      ...row,
      current: row.id === ctx.actor.sessionId,
      remembered: row.deviceFamilyId !== null,
    })),
  }
}
