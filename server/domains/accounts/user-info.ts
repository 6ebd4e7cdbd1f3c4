import type { UserInfo } from '../../../contract/accounts.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { loadProfile } from './queries.ts'

/** Everything the portal shows of its user, except the ticket that sessions add as `pass`. */
export async function getUserInfo(
  ctx: Pick<Ctx, 'db'>,
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
    expiresAt: null,
    usedBytes: 0,
    totalBytes: 0,
    lineCount: 0,
    lineLimit: 0,
    state: 'none',
    speedMode: profile.speedMode,
    inviteCode: profile.inviteCode,
    isReseller: false,
    unread: 0,
  }
}
