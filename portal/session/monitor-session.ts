import { api } from '../../contract/api.ts'
import { removeStored, writeStored } from '../../ui/device/storage.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { call } from '../../ui/http/client.ts'
import { bearer } from '../../ui/http/exchange.ts'

type SignIn = { userName: string; passWord: string; captcha?: string | undefined; totp?: string | undefined }

/** Throws ApiError; its code says whether a captcha or a second factor is needed. */
export async function signInMonitor({ userName, passWord, captcha, totp }: SignIn): Promise<void> {
  const { token } = await call(api.monitor.login, {
    userName,
    passWord,
    ...(captcha ? { captcha } : {}),
    ...(totp ? { totp } : {}),
  })
  writeStored('monitorToken', bearer(token) ?? '')
}

/** Ends the session here whatever happens to the call. False when the server could not be told. */
export async function signOutMonitor(): Promise<boolean> {
  try {
    await call(api.monitor.logout, {}, { noRedirect: true })
    return true
  } catch (error) {
    return error instanceof ApiError && error.status === 401
  } finally {
    removeStored('monitorToken')
  }
}
