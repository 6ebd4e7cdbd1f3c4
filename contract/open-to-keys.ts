import { keyPermissions } from './permissions.ts'
import type { Route } from './route.ts'

type KeyQuestion = Pick<Route, 'access' | 'permission' | 'byKey' | 'stepUp'>

/** Whether some API key may make this call. A key has no account of its own and cannot step up. */
export function isOpenToKeys({ access, permission, byKey, stepUp }: KeyQuestion): boolean {
  if (access !== 'staff' || byKey === 'never') return false
  if (stepUp && byKey !== 'spends') return false
  return keyPermissions.some((name) => name === permission)
}
