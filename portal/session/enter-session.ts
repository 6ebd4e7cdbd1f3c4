import type { SignedIn } from '../../contract/accounts.ts'
import { adoptSession } from './adopt-session.ts'
import { removeStored } from '../../ui/device/storage.ts'
import { announce } from '../../ui/device/tabs.ts'

/** A person has just signed in. Whoever was remembered before is forgotten, or the next visit would sign them in. */
export function enterSession(session: SignedIn): void {
  removeStored('username')
  removeStored('password')
  adoptSession(session)
  announce('login')
}
