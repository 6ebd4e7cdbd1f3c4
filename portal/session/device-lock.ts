import { limits } from '../../contract/limits.ts'
import { readStored } from '../../ui/device/storage.ts'

const LOCK = 'yuxian-silent-login'
/** A tab frozen by the phone may hold the lock for ever; the server accepts one outdated generation. */
const LOCK_WAIT_MS = 2 * limits.requestTimeoutMs

/** For work that replaces the stored credential: one tab at a time. */
export async function underDeviceLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return work()
  let hasBegun = false
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, () => {
      hasBegun = true
      return work()
    })
  } catch (error) {
    if (hasBegun) throw error
    // Refused in a sandboxed frame, or took too long. Continuing without the lock is better than not signing the user
    // in.
    return work()
  }
}

/** A stranger's wrong guesses never slow down a known device. */
export function loadDeviceOf(userName: string): string | null {
  const credential = readStored('password')
  const isSame = readStored('username')?.toLowerCase() === userName.toLowerCase()
  return isSame && credential?.startsWith('dc1.') ? credential : null
}
