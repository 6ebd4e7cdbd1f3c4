import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { SignedIn } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { callerOf } from '../../platform/client-address.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { countOne, loadCount, refuseTooMany, type Limit } from '../../platform/limits.ts'
import { createAccount } from '../accounts/create-account.ts'
import { refuseWeakPassword } from '../accounts/password-rules.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { verifyCaptcha } from './captcha/verify-captcha.ts'
import { openSession } from './open-session.ts'

type Registration = Static<typeof api.accounts.register.input>

const takenAnswers: Limit = { name: 'reg-taken', points: limits.registrationsTakenPerHour, windowMs: 3_600_000 }

/** Opens an account and signs in to it. */
export async function register(ctx: Ctx<'public'>, input: Registration): Promise<SignedIn> {
  const reseller = await getReseller(ctx, input.daili)
  if (reseller.suspendedAt) fail('reseller.suspended')
  refuseWeakPassword(input.passWord, { userName: input.userName, brandTitle: reseller.title })
  const caller = `${reseller.id}/${callerOf(ctx.client.address)}`
  // Free names are refused too by then, or the refusal itself would tell which ones are taken.
  const told = await loadCount(ctx, takenAnswers, caller)
  if (told.isOver) refuseTooMany(told)
  if (!(await verifyCaptcha(ctx, input.captcha))) fail('auth.captcha_wrong')
  const accountId = await createCounted(ctx, reseller.id, caller, input)
  return openSession(ctx, { resellerId: reseller.id, accountId }, 'password', { remember: input.remember ?? false })
}

async function createCounted(
  ctx: Ctx<'public'>,
  resellerId: number,
  caller: string,
  input: Registration,
): Promise<number> {
  try {
    return await createAccount(ctx, {
      resellerId,
      userName: input.userName,
      password: input.passWord,
      inviteCode: input.inviteCode ?? '',
      agreementVersion: input.agreement ?? null,
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'account.taken') throw error
    const count = await countOne(ctx, takenAnswers, caller)
    if (count.isOver) refuseTooMany(count)
    throw error
  }
}
