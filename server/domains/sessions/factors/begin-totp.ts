import { brandOf } from '../../../../contract/brand.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { storeTotpSecret } from '../../accounts/totp.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { makeTotpSecret, sealTotpSecret, totpUri } from '../../sign-in/totp.ts'
import { checkPassword } from './check-password.ts'

/** Makes a new secret each time; only this answer ever shows it. It protects nothing until it is confirmed. */
export async function beginTotp(
  ctx: Ctx<'user'>,
  input: { passWord: string },
): Promise<{ secret: string; uri: string }> {
  await checkPassword(ctx, input.passWord)
  const secret = makeTotpSecret()
  const { owner } = ctx
  const sealed = sealTotpSecret(ctx.config, owner.accountId, secret)
  if (!(await storeTotpSecret(ctx.db, owner, sealed))) fail('factor.exists')
  const brand = brandOf(ctx.resellerId, await getReseller(ctx, ctx.resellerId))
  return { secret, uri: totpUri(secret, { issuer: brand.title, userName: ctx.actor.userName }) }
}
