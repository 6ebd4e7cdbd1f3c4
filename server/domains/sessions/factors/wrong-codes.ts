import type { Ctx, Owner } from '../../../platform/context.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { countCodeTry, type CodeCount, type CodeTry } from '../../sign-in/code-tries.ts'
import { isSeen } from '../../sign-in/seen-clients.ts'
import { ownSessionKey } from '../own-session-key.ts'
import { findSeenClients } from '../queries.ts'

export type FactorCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'client' | 'actor' | 'resellerId'>
/** What was shown before the code. `familyId`: a device of this account. */
export type Shown = { first: 'password' | 'mail'; familyId?: string | null }

/**
 * Somebody who knows the password can use up the tries of strangers. The tries of the owner's sessions and devices, of
 * addresses the account was used from and of the mailbox's reader stay untouched; so do recovery codes, which are too
 * long to guess.
 */
export async function countTry(
  ctx: FactorCtx,
  account: Owner,
  shown: Shown,
  kind: 'totp' | 'recovery',
): Promise<CodeCount> {
  const owner = `${account.resellerId}|${account.accountId}`
  return countCodeTry(ctx, { owner, kind, ...(await laneOf(ctx, account, shown)) })
}

async function laneOf(
  ctx: FactorCtx,
  account: Owner,
  { first, familyId }: Shown,
): Promise<Pick<CodeTry, 'lane' | 'isStranger'>> {
  if (ctx.actor.kind === 'user') {
    return { lane: `session|${await ownSessionKey(ctx as Ctx<'user'>)}`, isStranger: false }
  }
  if (familyId) return { lane: `device|${familyId}`, isStranger: false }
  const caller = callerOf(ctx.client.address)
  // A seen address is trusted: nobody got a session of this account without its code.
  const find = (since: Date) => findSeenClients(ctx.db, account, since)
  const isStranger = first === 'password' && !(await isSeen(ctx, find))
  return { lane: `${first}|${caller}`, isStranger }
}
