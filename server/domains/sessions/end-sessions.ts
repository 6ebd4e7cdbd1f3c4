import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { claimAccount } from '../accounts/lock-account-row.ts'
import { revokeFamily, revokeOtherFamilies } from './devices/queries.ts'
import { dropEndedDevices } from './push/queries.ts'
import {
  revokeFamilySessions,
  revokeSessions,
  loadSessionFamily,
  loadFamilyOfSession,
  revokeSession,
} from './queries.ts'

type EndCtx = Pick<Ctx, 'db' | 'now'>
/** What stays when everything else ends. */
type Kept = { sessionId?: string; familyId?: string }

/**
 * Signs an account out everywhere, device credentials included; returns how many sessions ended. Joins the caller's
 * transaction, so that it happens together with a password change or lock.
 */
export function endSessions(ctx: EndCtx, account: Owner, kept: Kept = {}): Promise<number> {
  return inTx(ctx, async (tx) => {
    await claimAccount(tx, account)
    // Families first: a silent login that holds one commits its session before we look for sessions.
    await revokeOtherFamilies(tx.db, account, kept.familyId ?? null, ctx.now)
    const ended = await revokeSessions(tx.db, account, kept.sessionId ?? null, ctx.now)
    await dropEndedDevices(tx.db, account)
    return ended
  })
}

/** Forgets one device: its credential and every session that came from it. */
export function endDevice(ctx: EndCtx, account: Owner, familyId: string): Promise<number> {
  return inTx(ctx, async (tx) => {
    await revokeFamily(tx.db, account, familyId, ctx.now)
    const ended = await revokeFamilySessions(tx.db, account, familyId, ctx.now)
    await dropEndedDevices(tx.db, account)
    return ended
  })
}

/** Signs the user out everywhere else; returns how many sessions ended. This device stays remembered. */
export async function endOthers(ctx: Pick<Ctx<'user'>, 'db' | 'now' | 'owner' | 'actor'>): Promise<number> {
  const { owner } = ctx
  const { sessionId } = ctx.actor
  const familyId = await loadSessionFamily(ctx.db, owner, sessionId)
  return endSessions(ctx, owner, { sessionId, ...(familyId ? { familyId } : {}) })
}

/**
 * Signs out one of the user's devices, or all but this one. Another user's session gets the same answer as an unknown
 * one.
 */
export async function revokeOwnSessions(
  ctx: Ctx<'user'>,
  input: { id?: string; all?: true },
): Promise<{ revoked: number }> {
  if (input.id !== undefined) return { revoked: (await endSession(ctx, input.id)) ?? fail('object.unknown') }
  return { revoked: await endOthers(ctx) }
}

/** Also forgets the device: its stored credential would open the next session at once. */
export async function signOut(ctx: Ctx<'user'>): Promise<void> {
  await endSession(ctx, ctx.actor.sessionId)
}

async function endSession(ctx: Ctx<'user'>, sessionId: string): Promise<number | null> {
  const { owner } = ctx
  const seenAfter = new Date(ctx.now.getTime() - limits.sessionIdleMs)
  const found = await loadFamilyOfSession(ctx.db, owner, sessionId, { now: ctx.now, seenAfter })
  if (!found) return null
  if (found.familyId) return endDevice(ctx, owner, found.familyId)
  return inTx(ctx, async ({ db }) => {
    const ended = await revokeSession(db, owner, sessionId, ctx.now)
    await dropEndedDevices(db, owner)
    return ended
  })
}
