import type { SignedIn } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { randomToken, sha256 } from '../../platform/crypto.ts'
import { getUserInfo } from '../accounts/user-info.ts'
import { insertSession } from './queries.ts'
import { mintTicket } from './tickets.ts'

type Account = { resellerId: number; accountId: number }

/** Starts a session and answers what every way of signing in answers. The token leaves here once and is kept as a hash. */
export async function openSession(
  ctx: Ctx<'public'>,
  account: Account,
  strength: 'password' | 'remembered',
): Promise<SignedIn> {
  const token = randomToken()
  const sessionId = await insertSession(ctx.db, {
    ...account,
    tokenHash: sha256(token),
    strength,
    userAgent: ctx.client.userAgent,
    address: ctx.client.address,
    now: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + limits.sessionAbsoluteMs),
  })
  const info = await getUserInfo(ctx, account)
  const pass = mintTicket(ctx.config.secretKey, { ...account, sessionId }, 'usage', ctx.now)
  ctx.issueToken(token)
  return { token, userInfo: { ...info, pass } }
}
