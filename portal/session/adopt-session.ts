import type { SignedIn } from '../../contract/accounts.ts'
import { writeStored } from '../../ui/device/storage.ts'
import { useTokenState } from '../state/token.ts'
import { useUserState } from '../state/user.ts'

/** The last step of every kind of sign-in. Stores only a device credential, never what the user typed. */
export function adoptSession({ token, userInfo, device }: SignedIn): void {
  useTokenState.getState().setToken(token)
  useUserState.getState().setUserInfo(userInfo)
  if (!device?.startsWith('dc1.')) return
  writeStored('username', userInfo.iuser)
  writeStored('password', device)
}
