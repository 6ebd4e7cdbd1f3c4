import { api } from '../../contract/api.ts'
import { readStored, removeStored } from '../../ui/device/storage.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { call } from '../../ui/http/client.ts'
import { useConfigState } from '../state/config.ts'
import { useUserState } from '../state/user.ts'
import { adoptSession } from './adopt-session.ts'
import { underDeviceLock } from './device-lock.ts'
import { noteRefused } from './refused-credential.ts'

export type SilentOutcome = 'loaded' | 'empty'

/** Signs in with the stored credential, one tab at a time, because each use replaces it. */
export function silentLogin(): Promise<SilentOutcome> {
  return loadCredential() ? underDeviceLock(attemptLogin) : Promise.resolve('empty')
}

async function attemptLogin(): Promise<SilentOutcome> {
  // Read again inside the lock: the previous tab has stored the new credential.
  const credential = loadCredential()
  if (!credential) return 'empty'
  const dailiKey = useConfigState.getState().dailiKey
  try {
    const session = await call(api.sessions.silentLogin, { ...credential, dailiKey }, { noRedirect: true })
    // Signed out in this tab or another one in the meantime.
    if (!loadCredential()) return 'empty'
    adoptSession(session)
    return 'loaded'
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) forget(credential.passWord, error.code)
    useUserState.getState().failUserInfo()
    return 'empty'
  }
}

/** Deleted only when it has ended for good: else it may belong to another reseller of this origin. */
function forget(credential: string, code: string): void {
  if (code !== 'auth.device_ended') return noteRefused(credential)
  if (readStored('password') !== credential) return
  removeStored('username')
  removeStored('password')
}

function loadCredential(): { userName: string; passWord: string } | null {
  const userName = readStored('username')
  const passWord = readStored('password')
  return userName && passWord ? { userName, passWord } : null
}
