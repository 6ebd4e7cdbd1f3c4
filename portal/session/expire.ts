import { useConfigState } from '../state/config.ts'
import { type Area, leaveFor, LOGIN_PATHS, loginUrl } from './redirect.ts'
import { rememberReturnPath } from './return-path.ts'

/** What a 401 leads to. */
export function expire(area: Area): void {
  // Already there: going again would load the login page for ever if one of its own calls answers 404.
  if (location.pathname === LOGIN_PATHS[area]) return
  leaveFor(loginUrl(area, 'expired', useConfigState.getState().dailiKey), rememberReturnPath(location))
}
