import {
  type ReturnState,
  REDIRECT_MESSAGES,
  type RedirectReason,
  type Area,
  LOGIN_PATHS,
  loginUrl,
  leaveFor,
} from './redirect.ts'
import { isStoredRefused } from './refused-credential.ts'
import { useConfigState } from '../state/config.ts'

export type Place = { pathname: string; search: string }

const USER_AREA = '/user'

/** The history state that carries a user page over the login page; the address stays the one the apps know. */
export function rememberReturnPath({ pathname, search }: Place): ReturnState | null {
  const returnTo = safeReturnPath(pathname + search)
  return returnTo ? { returnTo, ...(isStoredRefused() ? { isRefused: true } : {}) } : null
}

/** Where to go after a login, from the router's `location.state`. */
export function pathAfterLogin(state: unknown): string {
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null
  return safeReturnPath(returnTo) ?? USER_AREA
}

/** Only a page of the user area: anything that another origin, scheme or `..` could hide in is refused. */
function safeReturnPath(raw: unknown): string | null {
  if (typeof raw !== 'string' || !raw.startsWith('/') || /\/\/|\\|\s|\p{Cc}/u.test(raw)) return null
  const { pathname } = new URL(raw, 'http://portal.invalid')
  return pathname === USER_AREA || pathname.startsWith(`${USER_AREA}/`) ? raw : null
}

export type RedirectMessageKey = RedirectReason | 'neutral'

/** What the login page may say for `?message=`: a link from a stranger must not put words into our mouth. */
export function redirectMessageKey(message: string | null): RedirectMessageKey | null {
  if (!message) return null
  for (const reason of ['not_signed_in', 'expired'] as const) if (message === REDIRECT_MESSAGES[reason]) return reason
  return 'neutral'
}

/** What a 401 leads to. */
export function expire(area: Area): void {
  // Already there: going again would load the login page for ever if one of its own calls answers 404.
  if (location.pathname === LOGIN_PATHS[area]) return
  leaveFor(loginUrl(area, 'expired', useConfigState.getState().dailiKey), rememberReturnPath(location))
}
