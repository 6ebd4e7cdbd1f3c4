import { limits } from '../../../../contract/limits.ts'
import type { Config } from '../../../config.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { hmac } from '../../../platform/secrets/crypto.ts'
import { challengeOf } from '../../sign-in/passkeys.ts'
import { insertChallenge, spendChallenge } from './passkey-queries.ts'

type UserChallenge = { resellerId: number; accountId: number | null; purpose: 'register' | 'login' }

export async function keepChallenge(
  ctx: Pick<Ctx, 'db' | 'now'>,
  asked: UserChallenge,
  challenge: string,
): Promise<void> {
  const expiresAt = new Date(ctx.now.getTime() + limits.passkeyChallengeTtlMs)
  await insertChallenge(ctx.db, { ...asked, challenge }, ctx.now, expiresAt)
}

/** Uses up the challenge that a browser answers, before anything else is checked. */
export async function spendChallengeOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  asked: UserChallenge,
  response: unknown,
): Promise<string> {
  const challenge = challengeOf(response)
  if (challenge === null || !(await spendChallenge(ctx.db, { ...asked, challenge }, ctx.now))) fail('passkey.refused')
  return challenge
}

/** The user id that the authenticator stores; it reveals nothing about the account to a person who has the key. */
export function passkeyUserHandle(config: Config, owner: Owner): Buffer {
  return hmac(config.derivingKey, 'passkey-user', `${owner.resellerId}|${owner.accountId}`)
}
