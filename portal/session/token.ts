import { useTokenState } from '../state/token.ts'
import { bearer } from '../../ui/http/exchange.ts'
import { readStored } from '../../ui/device/storage.ts'

/** Local storage first: another tab may have renewed the token since this one started. */
export function readToken(): string | null {
  return (
    bearer(readStored('userToken')) ??
    bearer(window.userToken) ??
    bearer(useTokenState.getState().userToken) ??
    bearer(readStored('token'))
  )
}

/** Brings the three places together: a wrapper finds in `window` what the browser has stored, and the other way. */
export function startToken(): void {
  const token = readToken()
  if (token) useTokenState.getState().setToken(token)
}

/**
 * Takes the token of an answer's `authorization` header, unless the one that was sent is no longer in use: a slow
 * answer must not bring back the session that a logout or another login has just ended.
 */
export function renewToken(sent: string | null, renewed: string | null): void {
  const token = bearer(renewed)
  if (token && token !== sent && readToken() === sent) useTokenState.getState().setToken(token)
}
