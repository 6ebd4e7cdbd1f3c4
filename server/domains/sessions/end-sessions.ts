import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import { claimAccount } from '../accounts/hold-account.ts'
import { revokeFamily, revokeOtherFamilies } from './devices/queries.ts'
import { revokeFamilySessions, revokeSessions } from './queries.ts'

type EndCtx = Pick<Ctx, 'db' | 'now'>
/** What stays when everything else ends. */
type Kept = { sessionId?: string; familyId?: string }

/**
 * Signs an account out everywhere, device credentials included; answers how many sessions ended. Joins the caller's
 * transaction, so that a password change or lock and this are one.
 */
export function endSessions(ctx: EndCtx, account: Owner, kept: Kept = {}): Promise<number> {
  return inTx(ctx, async (tx) => {
    await claimAccount(tx, account)
    // Families first: a silent login that holds one commits its session before we look for sessions.
    await revokeOtherFamilies(tx.db, account, kept.familyId ?? null, ctx.now)
    return revokeSessions(tx.db, account, kept.sessionId ?? null, ctx.now)
  })
}

/** Forgets one device: its credential and every session that came from it. */
export function endDevice(ctx: EndCtx, account: Owner, familyId: string): Promise<number> {
  return inTx(ctx, async (tx) => {
    await revokeFamily(tx.db, account, familyId, ctx.now)
    return revokeFamilySessions(tx.db, account, familyId, ctx.now)
  })
}
