import { api } from '../../contract/api.ts'
import { call } from '../../ui/http/client.ts'
import { useConfigState } from '../state/config.ts'
import { loadDeviceOf } from './device-lock.ts'
import { start } from './start.ts'

export type Way = 'reset' | 'unlock'
/** The account by its name, and by its address if strangers have requested too many codes. */
export type RecoveryAccount = { userName: string; email: string }
export type Recovery = RecoveryAccount & { code: string; newPass: string; totp: string }

/** Returns when another code may be requested, never whether the account exists. */
export async function sendRecoveryCode(
  purpose: Way,
  asked: RecoveryAccount,
  captcha: string,
): Promise<{ resendAtMs: number }> {
  await start()
  const { dailiKey } = useConfigState.getState()
  const { resendAfterS } = await call(api.emails.code, { purpose, ...namedBy(asked), dailiKey, captcha })
  return { resendAtMs: Date.now() + resendAfterS * 1000 }
}

/** Sets a new password with a code, mailed or from support. Does not sign in: the next sign-in asks for the factor. */
export async function recoverAccount(way: Way, { code, newPass, totp, ...asked }: Recovery): Promise<void> {
  await start()
  const { dailiKey } = useConfigState.getState()
  // Support gives its longer codes in groups.
  const input = { ...namedBy(asked), dailiKey, code: code.replaceAll(/\s/g, ''), newPass, ...(totp ? { totp } : {}) }
  await call(way === 'unlock' ? api.emails.unlock : api.emails.findPass, input)
}

function namedBy({ userName, email }: RecoveryAccount) {
  const device = loadDeviceOf(userName)
  return { userName, ...(email ? { email } : {}), ...(device ? { device } : {}) }
}
