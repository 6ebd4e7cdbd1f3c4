import { api } from '../../contract/api.ts'
import { call } from '../http/client.ts'
import { useConfigState } from '../state/config.ts'
import { enterSession } from './enter-session.ts'
import { readStored } from './storage.ts'

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

/** A known device is never slowed down by a stranger's wrong guesses. */
function loadDeviceOf(userName: string): string | null {
  const credential = readStored('password')
  const isSame = readStored('username')?.toLowerCase() === userName.toLowerCase()
  return isSame && credential?.startsWith('dc1.') ? credential : null
}
