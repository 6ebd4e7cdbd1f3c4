const BEARER = 'Bearer '

/** A token with its prefix exactly once; null when nothing but the prefix is there. */
export function bearer(raw: string | null | undefined): string | null {
  const bare = bareToken(raw ?? '')
  return bare === '' ? null : BEARER + bare
}

export function bareToken(token: string): string {
  return token.replace(/^\s*Bearer(\s+|$)/i, '').trim()
}
