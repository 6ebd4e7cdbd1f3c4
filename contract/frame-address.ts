/** Names alone: no wildcard, no literal address of IPv6, nothing a policy header would read as more than a host. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/
const MAX_LENGTH = 2000

/**
 * The address of another site's page that may stand in a frame, or null. Asked when it is set, when the page's policy is
 * written and again before it is shown: what a frame loads beside a signed-in user is never taken on trust. Our own
 * origins are refused because a frame that allows scripts and its own origin would then be us.
 */
export function foreignPage(text: string, ownOrigins: readonly string[]): URL | null {
  if (text.length > MAX_LENGTH || /[\s;,'"<>\\]|\p{Cc}/u.test(text)) return null
  const url = parse(text)
  if (url?.protocol !== 'https:' || !HOST.test(url.hostname)) return null
  if (url.username !== '' || url.password !== '' || ownOrigins.includes(url.origin)) return null
  return url
}

/** Older web views have no URL.parse. */
function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
