import { expect } from 'vitest'

import { api } from '../../../contract/api.ts'
import { bindTarget, perMinute, perTarget } from '../../domains/sessions/recovery/mail-limits.ts'
import { forgetCount } from '../../platform/limits/limits.ts'
import { makeCaptcha } from '../outside/captcha.ts'
import { openMailbox } from '../outside/mailbox.ts'
import { codeIn } from '../outside/read-mail.ts'
import { makeApp } from '../run/make-app.ts'
import { runJobs } from '../run/run-jobs.ts'

type Named = { userName: string; resellerId: number }

/** The application with its job runner and a real mail server, and the steps for everybody who waits for a code. */
export async function openMailDesk() {
  const mailbox = await openMailbox()
  const testApp = await makeApp({ SMTP_URL: mailbox.url })
  await runJobs(testApp)
  const { call, db, config } = testApp
  let callers = 0
  // Limits count by address, so each call here comes from another one.
  const address = () => `10.0.${Math.floor((callers += 1) / 250)}.${callers % 250}`
  /** As if an hour had passed: one test's limits must not affect the next. */
  const forgetAddress = async (resellerId: number, email: string) => {
    const target = bindTarget({ resellerId, email })
    for (const limit of [perMinute, perTarget]) await forgetCount({ db, config }, limit, target)
  }

  async function resetCode(account: Named, email: string, purpose: 'reset' | 'unlock' = 'reset'): Promise<string> {
    const { userName, resellerId: dailiKey } = account
    const input = { purpose, userName, dailiKey, captcha: makeCaptcha(config) }
    const answer = await call(api.emails.code, input, { address: address() })
    expect([answer.status, answer.data]).toEqual([200, { resendAfterS: 60 }])
    return codeIn(await mailbox.next(email))
  }

  async function bindCode(token: string, email: string, dailiKey = 0): Promise<string> {
    await forgetAddress(dailiKey, email)
    const answer = await call(api.emails.code, { purpose: 'bind', email, dailiKey }, { token, address: address() })
    expect([answer.status, answer.data]).toEqual([200, { resendAfterS: 60 }])
    return codeIn(await mailbox.next(email))
  }

  return { ...testApp, mailbox, address, resetCode, bindCode }
}
