import type { UserInfo } from '../../../../contract/accounts.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import type { Asker } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { loadBuyable } from '../../subscriptions/load-buyable.ts'
import { serviceState, shownReset, waitsUntil } from '../../subscriptions/subscription.ts'
import { loadProfile } from './queries.ts'

/** Everything the portal shows its user, except the ticket that sessions add as `pass`. */
export async function getUserInfo(
  ctx: Pick<Ctx, 'now' | 'language' | 'config'> & { db: Asker },
  account: Owner,
): Promise<Omit<UserInfo, 'pass'>> {
  const profile = (await loadProfile(ctx.db, account.resellerId, account.accountId, ctx.now)) ?? fail('object.unknown')
  const state = serviceState(profile, ctx.now)
  const packageName = inLanguage(profile.packageName, profile.packageNames, ctx.language) ?? ''
  return {
    iuser: profile.userName,
    dailiKey: account.resellerId,
    email: profile.email,
    emailVerified: profile.emailVerifiedAt !== null,
    balanceFen: profile.balanceFen,
    package: profile.packageId === null ? null : { id: String(profile.packageId), name: packageName },
    expiresAt: profile.expiresAt?.toISOString() ?? null,
    nextResetAt: shownReset(profile)?.toISOString() ?? null,
    startsBy: waitsUntil(profile, ctx.now)?.toISOString() ?? null,
    usedBytes: profile.usedBytes,
    totalBytes: profile.totalBytes,
    buyable: await loadBuyable(ctx, account, { ...profile, state }),
    hasConnected: profile.hasConnected,
    lineCount: profile.lineCount,
    lineLimit: profile.lineLimit,
    state,
    pausedAt: profile.pausedAt?.toISOString() ?? null,
    deleteAfter: profile.deleteAfter?.toISOString() ?? null,
    blockedReason: profile.blockedReason,
    speedMode: profile.speedMode,
    inviteCode: profile.inviteCode,
    isReseller: profile.isReseller,
    unread: profile.unread,
  }
}
