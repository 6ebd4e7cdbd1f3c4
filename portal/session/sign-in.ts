import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

import type { SignedIn } from '../../contract/accounts.ts'
import { api } from '../../contract/api.ts'
import { removeStored } from '../../ui/device/storage.ts'
import { announce } from '../../ui/device/tabs.ts'
import { call } from '../../ui/http/client.ts'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { useConfigState } from '../state/config.ts'
import { adoptSession } from './adopt-session.ts'
import { loadDeviceOf } from './device-lock.ts'
import { start } from './start.ts'

export type SignInInput = {
  userName: string
  passWord: string
  remember: boolean
  captcha?: string | undefined
  totp?: string | undefined
}

/** Throws ApiError; its code says whether a captcha or a second factor is needed. */
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

/** After a person has signed in. Forgets the previously remembered user, or the next visit would sign that user in. */
export function enterSession(session: SignedIn): void {
  removeStored('username')
  removeStored('password')
  adoptSession(session)
  announce('login')
}

/** False when the reader dismissed the browser's question, which is no failure. */
export async function signInWithPasskey(remember: boolean): Promise<boolean> {
  await start()
  const { dailiKey } = useConfigState.getState()
  const { startAuthentication } = await loadChunk(() => import('@simplewebauthn/browser'))
  const { options } = await call(api.factors.passkeyLoginBegin, { dailiKey })
  // The library's own format, made by its server part.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const answer = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    if (isPutAway(error)) return null
    throw error
  })
  if (!answer) return false
  enterSession(await call(api.factors.passkeyLogin, { dailiKey, response: { ...answer }, remember }))
  return true
}

/** Browsers report a refusal, a time-out and "no passkey here" in the same way. */
function isPutAway(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
