import { readStored } from '../../ui/device/storage.ts'

/** A known device is never slowed down by a stranger's wrong guesses. */
export function loadDeviceOf(userName: string): string | null {
  const credential = readStored('password')
  const isSame = readStored('username')?.toLowerCase() === userName.toLowerCase()
  return isSame && credential?.startsWith('dc1.') ? credential : null
}
