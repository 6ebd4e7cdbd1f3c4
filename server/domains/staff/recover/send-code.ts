import type { Static } from 'typebox'

import type { recover } from '../../../../contract/console/recover.ts'
import { HOUR_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import { hasMail } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { mailStaffResetCode } from '../../mail/issue-code.ts'
import { verifyCaptcha } from '../../sign-in/captcha/verify-captcha.ts'
import { loadStaffByName } from '../queries.ts'

type Send = typeof recover.sendCode
const PER_CALLER = { name: 'staff-reset-caller', points: limits.mailCodesPerClient, windowMs: HOUR_MS }
const PER_MINUTE = { name: 'staff-reset-minute', points: 1, windowMs: limits.mailCodeResendMs }
const PER_MEMBER = { name: 'staff-reset-member', points: limits.mailCodesPerAccount, windowMs: HOUR_MS }

/**
 * Mails a code if the typed address is the member's verified one. Anything else takes the same statements: its code and
 * mail are stored without an address, and the job discards the mail. A code belongs to name and address together, so
 * that somebody who only knows the name cannot void the member's code.
 */
export async function sendResetCode(
  ctx: Ctx<'public'>,
  { name, email, captcha }: Static<Send['input']>,
): Promise<Static<Send['output']>> {
  if (!hasMail(ctx.config)) fail('email.off')
  if (!(await verifyCaptcha(ctx, captcha))) fail('auth.captcha_wrong')
  const caller = callerOf(ctx.client.address)
  const subject = resetSubject(name, email)
  await takeOne(ctx, PER_CALLER, caller)
  await takeOne(ctx, PER_MINUTE, `${subject} ${caller}`)
  await takeOne(ctx, PER_MEMBER, subject)
  const member = await loadStaffByName(ctx.db, name)
  const isOwn = member?.email?.toLowerCase() === email.toLowerCase()
  await mailStaffResetCode(ctx, {
    resellerId: member?.resellerId ?? 0,
    subject,
    email: isOwn ? member.email! : '',
    language: member?.language ?? ctx.language,
    name,
  })
  return { resendAfterS: limits.mailCodeResendMs / 1000 }
}

export function resetSubject(name: string, email: string): string {
  return `console-reset|${name.toLowerCase()}|${email.toLowerCase()}`
}
