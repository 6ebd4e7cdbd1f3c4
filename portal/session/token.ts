import { readStored } from '../../ui/device/storage.ts'
import { bearer } from '../../ui/http/exchange.ts'
import { useTokenState } from '../state/token.ts'

/** Local storage first: another tab may have renewed the token since this one started. */
export function readToken(): string | null {
  return (
    bearer(readStored('userToken')) ??
    bearer(window.userToken) ??
    bearer(useTokenState.getState().userToken) ??
    bearer(readStored('token'))
  )
}

/** Synchronises the three places: a wrapper finds in `window` what the browser has stored, and vice versa. */
export function startToken(): void {
  const token = readToken()
  if (token) useTokenState.getState().setToken(token)
}

/**
 * Takes the token from an answer's `authorization` header, unless the sent token is no longer in use: a slow answer
 * must not restore a session that a sign-out or another sign-in has just ended.
 */
export function renewToken(sent: string | null, renewed: string | null): void {
  const token = bearer(renewed)
  if (token && token !== sent && readToken() === sent) useTokenState.getState().setToken(token)
}
