import { api } from '../../contract/api.ts'
import { call } from '../../ui/http/client.ts'
import { useConfigState } from '../state/config.ts'
import { loadDeviceOf } from './device-of.ts'
import { enterSession } from './enter-session.ts'

export type SignInInput = {
  userName: string
  passWord: string
  remember: boolean
  captcha?: string | undefined
  totp?: string | undefined
}

/** Throws ApiError; its code says whether a captcha or a second factor is asked for. */
export async function signIn({ userName, passWord, remember, captcha, totp }: SignInInput): Promise<void> {
  const device = loadDeviceOf(userName)
  const session = await call(api.sessions.login, {
    userName,
    passWord,
    dailiKey: useConfigState.getState().dailiKey,
    remember,
    ...(captcha ? { captcha } : {}),
    ...(totp ? { totp } : {}),
    ...(device ? { device } : {}),
  })
  enterSession(session)
}
