import type { UserInfo } from '../../../contract/accounts.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { serviceState } from '../packages/subscription.ts'
import { loadProfile } from './queries.ts'

/** Everything the portal shows of its user, except the ticket that sessions add as `pass`. */
export async function getUserInfo(
  ctx: Pick<Ctx, 'db' | 'now'>,
  account: { resellerId: number; accountId: number },
): Promise<Omit<UserInfo, 'pass'>> {
  const profile = (await loadProfile(ctx.db, account.resellerId, account.accountId)) ?? fail('object.unknown')
  return {
    iuser: profile.userName,
    dailiKey: account.resellerId,
    email: profile.email,
    emailVerified: profile.emailVerifiedAt !== null,
    balanceFen: 0,
    package: null,
    expiresAt: profile.expiresAt?.toISOString() ?? null,
    usedBytes: profile.usedBytes,
    totalBytes: profile.totalBytes,
    lineCount: 0,
    lineLimit: 0,
    state: serviceState(profile, ctx.now),
    speedMode: profile.speedMode,
    inviteCode: profile.inviteCode,
    isReseller: false,
    unread: 0,
  }
}
