import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from '../http/api-error.ts'
import { call } from '../http/client.ts'
import { useConfigState } from '../state/config.ts'
import { useUserState } from '../state/user.ts'
import { adoptSession } from './adopt-session.ts'
import { noteRefused } from './refused-credential.ts'
import { readStored } from './storage.ts'

export type SilentOutcome = 'loaded' | 'empty'

const LOCK = 'yuxian-silent-login'
/** A tab frozen by the phone may hold the lock for ever; the server forgives one stale generation. */
const LOCK_WAIT_MS = 2 * limits.requestTimeoutMs

/** Signs in with the stored credential, one tab at a time: each use replaces it. */
export function silentLogin(): Promise<SilentOutcome> {
  return loadCredential() ? underLock(attemptLogin) : Promise.resolve('empty')
}

async function attemptLogin(): Promise<SilentOutcome> {
  // Read again inside the lock: the tab before us has stored the successor.
  const credential = loadCredential()
  if (!credential) return 'empty'
  const dailiKey = useConfigState.getState().dailiKey
  try {
    const session = await call(api.sessions.silentLogin, { ...credential, dailiKey }, { stay: true })
    // Signed out in this tab or another meanwhile.
    if (!loadCredential()) return 'empty'
    adoptSession(session)
    return 'loaded'
  } catch (error) {
    // Nothing is deleted: the credential may belong to another reseller of this origin, or the network may be down.
    if (error instanceof ApiError && error.status === 422) noteRefused(credential.passWord)
    useUserState.getState().failUserInfo()
    return 'empty'
  }
}

function loadCredential(): { userName: string; passWord: string } | null {
  const userName = readStored('username')
  const passWord = readStored('password')
  return userName && passWord ? { userName, passWord } : null
}

async function underLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return work()
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, work)
  } catch {
    // Refused in a sandboxed frame, or waited too long: better without the lock than without the user. The work itself
    // never throws, so it has not run yet.
    return work()
  }
}
