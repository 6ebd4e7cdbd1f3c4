import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { endOthers } from './end-others.ts'
import { endDevice } from './end-sessions.ts'
import { loadFamilyOfSession, revokeSession } from './queries.ts'

/** Signs out one device of the own owner, or all but this one. Another's session is as unknown as none at all. */
export async function revokeOwnSessions(
  ctx: Ctx<'user'>,
  input: { id?: string; all?: true },
): Promise<{ revoked: number }> {
  if (input.id !== undefined) return { revoked: (await endSession(ctx, input.id)) ?? fail('object.unknown') }
  return { revoked: await endOthers(ctx) }
}

/** Also forgets the device: the credential it kept would open the next session at once. */
export async function logOut(ctx: Ctx<'user'>): Promise<Record<string, never>> {
  await endSession(ctx, ctx.actor.sessionId)
  return {}
}

async function endSession(ctx: Ctx<'user'>, sessionId: string): Promise<number | null> {
  const { owner } = ctx
  const seenAfter = new Date(ctx.now.getTime() - limits.sessionIdleMs)
  const found = await loadFamilyOfSession(ctx.db, owner, sessionId, { now: ctx.now, seenAfter })
  if (!found) return null
  return found.familyId ? endDevice(ctx, owner, found.familyId) : revokeSession(ctx.db, owner, sessionId, ctx.now)
}
