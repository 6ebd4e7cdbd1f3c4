import { api } from '../../contract/api.ts'
import { removeStored } from '../../ui/device/storage.ts'
import { announce } from '../../ui/device/tabs.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { call } from '../../ui/http/client.ts'
import { useTokenState } from '../state/token.ts'
import { useUserState } from '../state/user.ts'
import { forgetKept } from './offline.ts'
import { loadResellerConfig } from './reseller-config.ts'

/**
 * Ends the session here whatever happens to the call, so that nobody stays signed in on a shared computer. False when
 * the server could not be told: the session then stays alive there until another device ends it.
 */
export async function signOut(): Promise<boolean> {
  const revoked = await revokeSession()
  removeStored('username')
  removeStored('password')
  useTokenState.getState().clearToken()
  useUserState.getState().clearUserInfo()
  forgetKept()
  announce('logout')
  // The login page keeps its brand; do not wait for this.
  void loadResellerConfig()
  return revoked
}

async function revokeSession(): Promise<boolean> {
  try {
    await call(api.sessions.logout, {}, { noRedirect: true })
    return true
  } catch (error) {
    return error instanceof ApiError && error.status === 401
  }
}
