import { useConfigState } from '../state/config.ts'
import { readMonitorToken } from './monitor-token.ts'
import { loginUrl, type ReturnState } from './redirect.ts'
import { type Place, rememberReturnPath } from './return-path.ts'
import { readToken } from './token.ts'

export type Passage = 'pass' | { redirect: string; state: ReturnState | null }
export type Presence = { hasToken: boolean; hasMonitorToken: boolean; resellerKey: number }

/** Checks only that a token exists; the first call finds out whether it is valid. */
export function guard(place: Place, { hasToken, hasMonitorToken, resellerKey }: Presence): Passage {
  if (isUnder('/user', place) && !hasToken) {
    return { redirect: loginUrl('user', 'not_signed_in', resellerKey), state: rememberReturnPath(place) }
  }
  if (isUnder('/monitor', place) && !hasMonitorToken) {
    return { redirect: loginUrl('monitor', 'not_signed_in', resellerKey), state: null }
  }
  return 'pass'
}

export function guardNow(place: Place): Passage {
  return guard(place, {
    hasToken: readToken() !== null,
    hasMonitorToken: readMonitorToken() !== null,
    resellerKey: useConfigState.getState().dailiKey,
  })
}

/** The router ignores case, so the guard must too. */
function isUnder(root: string, { pathname }: Place): boolean {
  const path = pathname.toLowerCase()
  return path === root || path.startsWith(`${root}/`)
}
