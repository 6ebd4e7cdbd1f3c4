import { writeAppKey } from '../../contract/app-key.ts'
import { PAID_MARK, PAID_PATH } from '../../contract/page.ts'
import { reloadPage } from '../../ui/device/app-key.ts'

/** Which login a page or call belongs to: users and monitors have separate tokens. */
export type Area = 'user' | 'monitor'
export type RedirectReason = 'not_signed_in' | 'expired'
export type ReturnState = {
  returnTo: string
  /** The saved credential was tried on the way here: offering it again would only lead back. */
  isRefused?: true
}

export const REDIRECT_MESSAGES: Readonly<Record<RedirectReason, string>> = {
  not_signed_in: '未登录，请先登录',
  expired: '登录已过期，请重新登录',
}

export const LOGIN_PATHS: Readonly<Record<Area, string>> = { user: '/login', monitor: '/loginMonitor' }

/** The login page's address with the reason and the reseller; always with the two-segment app key. */
export function loginUrl(area: Area, reason: RedirectReason, resellerKey: number): string {
  const message = encodeURIComponent(REDIRECT_MESSAGES[reason])
  return `${LOGIN_PATHS[area]}?message=${message}&app_key=${writeAppKey(resellerKey)}`
}

/** A payer who comes back without a session reads the result there, instead of a login form. */
export function paidPage(search: string): string | null {
  return new URLSearchParams(search).has(PAID_MARK) ? PAID_PATH + search : null
}

/**
 * Goes to the login page with a real page load, which also drops every answer of the old session from memory. Moves
 * only this frame, never the top window. The router finds the return path in its own state (`usr`).
 */
export function leaveFor(url: string, state: ReturnState | null): void {
  try {
    history.replaceState(state ? { usr: state } : null, '', url)
    reloadPage()
  } catch {
    location.replace(url)
  }
}
