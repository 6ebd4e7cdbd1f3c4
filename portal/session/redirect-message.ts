import { REDIRECT_MESSAGES, type RedirectReason } from './redirect.ts'

export type RedirectMessageKey = RedirectReason | 'neutral'

/** What the login page may say for `?message=`: a link from a stranger must not put words into our mouth. */
export function redirectMessageKey(message: string | null): RedirectMessageKey | null {
  if (!message) return null
  for (const reason of ['not_signed_in', 'expired'] as const) if (message === REDIRECT_MESSAGES[reason]) return reason
  return 'neutral'
}
