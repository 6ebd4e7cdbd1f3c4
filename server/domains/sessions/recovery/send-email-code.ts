import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { hasMail } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { mailCode } from '../../mail/issue-code.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { verifyCaptcha } from '../../sign-in/captcha/verify-captcha.ts'
import { checkPassword } from '../factors/check-password.ts'
import { knowAsker } from './know-asker.ts'
import { takeBindLimits, takeMailLimits } from './mail-limits.ts'
import { loadRecoveryAccount, type RecoveryAccount } from './queries.ts'

type Input = Static<typeof api.emails.code.input>
type Answer = Static<typeof api.emails.code.output>

export async function sendEmailCode(ctx: Ctx<'anyone'>, input: Input): Promise<Answer> {
  if (input.purpose === 'bind') await sendBindCode(ctx, input)
  else await sendRecoveryCode(ctx, input, input.purpose)
  return { resendAfterS: limits.mailCodeResendMs / 1000 }
}

/** Mails the address to bind even if another account has it: only the code's reader learns that it is taken. */
async function sendBindCode(ctx: Ctx<'anyone'>, input: Input): Promise<void> {
  const { actor, resellerId } = ctx
  if (actor.kind !== 'user' || resellerId === null) fail('auth.required')
  const email = input.email ?? fail('request.invalid', { fields: { email: 'required' } })
  if (!hasMail(ctx.config)) fail('email.off')
  const { userName, accountId } = actor
  if (input.passWord !== undefined) {
    await checkPassword({ ...ctx, actor, resellerId, owner: { resellerId, accountId } }, input.passWord)
  }
  await takeBindLimits(ctx, { resellerId, userName, email })
  await mailCode(
    ctx,
    { resellerId, userName, accountId, email },
    { purpose: 'bind', lane: 'name', language: ctx.language },
  )
}

/**
 * Mails the bound address of a named account. An unknown name runs through the same statements: its code and mail are
 * stored with no account and no address, and the job discards the mail.
 */
async function sendRecoveryCode(ctx: Ctx<'anyone'>, input: Input, purpose: 'reset' | 'unlock'): Promise<void> {
  const userName = input.userName ?? fail('request.invalid', { fields: { userName: 'required' } })
  if (!hasMail(ctx.config)) fail('email.off')
  if (!input.captcha) fail('auth.captcha_required')
  if (!(await verifyCaptcha(ctx, input.captcha))) fail('auth.captcha_wrong')
  const resellerId = (await getReseller(ctx, input.dailiKey)).id
  const asker = await knowAsker(ctx, { resellerId, userName }, input)
  await takeMailLimits(ctx, asker)
  const account = await loadRecoveryAccount(ctx.db, resellerId, userName)
  const isMeant = account !== null && mayHave(account, purpose, input.email)
  const accountId = isMeant ? account.id : null
  const email = isMeant ? (account.email ?? '') : ''
  const [lane] = asker.lanes
  const language = account?.language ?? ctx.language
  await mailCode(ctx, { resellerId, userName, accountId, email }, { purpose, lane, language })
}

/** Only with a verified address, which must equal the typed one if one was typed; unlocking only while locked. */
function mayHave(
  { email, lockedAt }: RecoveryAccount,
  purpose: 'reset' | 'unlock',
  typed: string | undefined,
): boolean {
  if (email === null || (purpose === 'unlock' && !lockedAt)) return false
  return typed === undefined || typed.toLowerCase() === email.toLowerCase()
}
