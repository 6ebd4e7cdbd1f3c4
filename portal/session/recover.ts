import { api } from '../../contract/api.ts'
import { call } from '../../ui/http/client.ts'
import { useConfigState } from '../state/config.ts'
import { loadDeviceOf } from './device-lock.ts'
import { start } from './start.ts'

export type Way = 'reset' | 'unlock'
/** The account by its name, and by its address once strangers have asked for it too often. */
export type Asked = { userName: string; email: string }
export type Recovery = Asked & { code: string; newPass: string; totp: string }

/** Answers when another code may be asked for, and never whether there is such an account. */
export async function sendRecoveryCode(purpose: Way, asked: Asked, captcha: string): Promise<{ resendAtMs: number }> {
  await start()
  const { dailiKey } = useConfigState.getState()
  const { resendAfterS } = await call(api.emails.code, { purpose, ...namedBy(asked), dailiKey, captcha })
  return { resendAtMs: Date.now() + resendAfterS * 1000 }
}

/** A new password by a code, mailed or told by support. Signs nobody in: the factor is asked for at the next sign-in. */
export async function recoverAccount(way: Way, { code, newPass, totp, ...asked }: Recovery): Promise<void> {
  await start()
  const { dailiKey } = useConfigState.getState()
  // Support tells its longer codes in groups.
  const input = { ...namedBy(asked), dailiKey, code: code.replaceAll(/\s/g, ''), newPass, ...(totp ? { totp } : {}) }
  await call(way === 'unlock' ? api.emails.unlock : api.emails.findPass, input)
}

function namedBy({ userName, email }: Asked) {
  const device = loadDeviceOf(userName)
  return { userName, ...(email ? { email } : {}), ...(device ? { device } : {}) }
}
