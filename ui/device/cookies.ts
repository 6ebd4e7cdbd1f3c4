const YEAR_S = 365 * 86_400

/** Null without such a cookie, and in a frame that may not read any. */
export function readCookie(name: string): string | null {
  try {
    const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
    return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}

/** Does nothing in a frame that may not write any. */
export function writeCookie(name: string, value: string, rules = ownRules(), lastsS = YEAR_S): void {
  try {
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${lastsS}; ${rules}`
  } catch {
    // Whoever needs the value kept reads it back.
  }
}

function ownRules(): string {
  return `SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
}
