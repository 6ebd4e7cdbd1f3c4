import { useConfigState } from '../state/config.ts'
import { forgetKept } from './offline.ts'
import {
  type ReturnState,
  REDIRECT_MESSAGES,
  type RedirectReason,
  type Area,
  LOGIN_PATHS,
  loginUrl,
  leaveFor,
  paidPage,
} from './redirect.ts'
import { isStoredRefused } from './refused-credential.ts'

export type Place = { pathname: string; search: string; hash?: string }

const USER_AREA = '/user'

/** History state that carries a user page past the login page; the address stays the one that the apps know. */
export function rememberReturnPath({ pathname, search, hash = '' }: Place): ReturnState | null {
  // A scanned card key stands behind `#`: it goes on by the history's state, which no server sees.
  const returnTo = safeReturnPath(pathname + search + hash)
  return returnTo ? { returnTo, ...(isStoredRefused() ? { isRefused: true } : {}) } : null
}

/** Where to go after signing in, from the router's `location.state`. */
export function pathAfterLogin(state: unknown): string {
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null
  return safeReturnPath(returnTo) ?? USER_AREA
}

/** Accepts only pages of the user area: refuses everything that could hide another origin, scheme or `..`. */
function safeReturnPath(raw: unknown): string | null {
  if (typeof raw !== 'string' || !raw.startsWith('/') || /\/\/|\\|\s|\p{Cc}/u.test(raw)) return null
  const { pathname } = new URL(raw, 'http://portal.invalid')
  return pathname === USER_AREA || pathname.startsWith(`${USER_AREA}/`) ? raw : null
}

export type RedirectMessageKey = RedirectReason | 'neutral'

/** What the login page may show for `?message=`: a stranger's link must not put text on our page. */
export function redirectMessageKey(message: string | null): RedirectMessageKey | null {
  if (!message) return null
  for (const reason of ['not_signed_in', 'expired'] as const) if (message === REDIRECT_MESSAGES[reason]) return reason
  return 'neutral'
}

/** Handles a 401. */
export function expire(area: Area): void {
  // Already there: redirecting again would reload the login page for ever if one of its own calls answers 404.
  if (location.pathname === LOGIN_PATHS[area]) return
  if (area === 'user') forgetKept()
  const paid = paidPage(location.search)
  if (paid) return location.replace(paid)
  leaveFor(loginUrl(area, 'expired', useConfigState.getState().dailiKey), rememberReturnPath(location))
}
