import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { countOne, giveBack, refuseTooMany } from '../../../platform/limits/limits.ts'
import { loadLogin } from '../../accounts/load-login.ts'
import { verifyStored } from '../../sign-in/old-digests.ts'
import { ownSessionKey } from '../own-session-key.ts'

/**
 * A thief must not guess the password with a stolen session. Each session has its own count: a thief's tries must not
 * stop the owner from changing the password, which is what signs the thief out.
 */
const WRONG_PASSWORDS = { name: 'own-password', points: 10, windowMs: 3_600_000 }

/** The signed-in user shows the password again, because a session alone may be stolen. Not inside a transaction. */
export async function checkPassword(
  ctx: Pick<Ctx<'user'>, 'db' | 'config' | 'resellerId' | 'owner' | 'actor'>,
  password: string,
): Promise<void> {
  const key = `${ctx.resellerId}|${await ownSessionKey(ctx)}`
  const count = await countOne(ctx, WRONG_PASSWORDS, key)
  if (count.isOver) refuseTooMany(count)
  const account = await loadLogin(ctx, ctx.resellerId, ctx.actor.userName)
  if (!(await verifyStored(account, password))) fail('auth.wrong_password')
  await giveBack(ctx, WRONG_PASSWORDS, key)
}
