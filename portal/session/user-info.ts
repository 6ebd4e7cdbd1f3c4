import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { call, type CallOptions } from '../../ui/http/client.ts'
import { useConfigState } from '../state/config.ts'
import { useTokenState } from '../state/token.ts'
import { useUserState } from '../state/user.ts'
import { toastFailure } from './failure-toast.ts'

/** Never throws: a failure shows in the state and as a toast, or as the login page when the token has expired. */
export async function loadUserInfo(options: CallOptions = {}): Promise<void> {
  const wasSignedIn = useTokenState.getState().userToken !== ''
  try {
    const info = await call(api.accounts.info, { dailiKey: useConfigState.getState().dailiKey }, options)
    // Signed out while the answer was in flight: it must not restore the user.
    if (wasSignedIn && useTokenState.getState().userToken === '') return
    useUserState.getState().setUserInfo(info)
  } catch (error) {
    const isExpired = error instanceof ApiError && error.isExpired
    useUserState.getState().failUserInfo(isExpired)
    if (!isExpired) toastFailure('user_info')
  }
}

/** Call after a user page has rendered; returns the cancel function for when the page goes first. */
export function scheduleInfoRefresh(): () => void {
  const timer = setTimeout(() => void loadUserInfo({ skipRecent: true }), limits.infoRefreshDelayMs)
  return () => clearTimeout(timer)
}
