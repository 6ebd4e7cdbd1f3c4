import { api } from '../../contract/api.ts'
import { call } from '../http/client.ts'
import { useConfigState } from '../state/config.ts'
import { start } from './start.ts'

export type Way = 'reset' | 'unlock'
export type Recovery = { userName: string; code: string; newPass: string; totp: string }

/** Answers when another code may be asked for, and never whether there is such an account. */
export async function sendRecoveryCode(
  purpose: Way,
  userName: string,
  captcha: string,
): Promise<{ resendAtMs: number }> {
  await start()
  const { dailiKey } = useConfigState.getState()
  const { resendAfterS } = await call(api.emails.code, { purpose, userName, dailiKey, captcha })
  return { resendAtMs: Date.now() + resendAfterS * 1000 }
}

/** A new password by a code, mailed or told by support. Signs nobody in: the factor is asked for at the next sign-in. */
export async function recoverAccount(way: Way, { userName, code, newPass, totp }: Recovery): Promise<void> {
  await start()
  const { dailiKey } = useConfigState.getState()
  const input = { userName, dailiKey, code, newPass, ...(totp ? { totp } : {}) }
  await call(way === 'unlock' ? api.emails.unlock : api.emails.findPass, input)
}
