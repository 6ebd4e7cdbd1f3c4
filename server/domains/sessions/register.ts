import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { callerOf } from '../../platform/limits/client-address.ts'
import { refuseWeakPassword } from '../../platform/secrets/password-rules.ts'
import { createAccount } from '../accounts/create-account.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { verifyCaptcha } from '../sign-in/captcha/verify-captcha.ts'
import { judgeInvite } from './judge-invite.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import { paceRegistration, type Pace } from './pace-registration.ts'

type Registration = Static<typeof api.accounts.register.input>

export async function register(ctx: Ctx<'public'>, input: Registration): Promise<OpenedSession> {
  const reseller = await getReseller(ctx, input.daili)
  if (reseller.suspendedAt) fail('reseller.suspended')
  refuseWeakPassword(input.passWord, { userName: input.userName, brandTitle: reseller.title })
  const caller = `${reseller.id}/${callerOf(ctx.client.address)}`
  const pace = await paceRegistration(ctx, { caller, userName: input.userName, captcha: input.captcha })
  if (!(await verifyCaptcha(ctx, input.captcha))) fail('auth.captcha_wrong')
  const accountId = await createPaced(ctx, reseller.id, pace, input)
  await pace.onMade()
  return openSession(ctx, { resellerId: reseller.id, accountId }, 'password', { remember: input.remember ?? false })
}

async function createPaced(ctx: Ctx<'public'>, resellerId: number, pace: Pace, input: Registration): Promise<number> {
  try {
    return await createAccount(ctx, {
      resellerId,
      userName: input.userName,
      password: input.passWord,
      inviteCode: input.inviteCode ?? '',
      judgeInvite: (inviterId) => judgeInvite(ctx, { resellerId, accountId: inviterId }),
      agreementVersion: input.agreement ?? null,
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'account.taken') await pace.onTaken()
    throw error
  }
}
