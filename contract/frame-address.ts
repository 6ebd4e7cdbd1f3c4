/** Host names only: no wildcard, no literal IPv6 address, nothing that a policy header reads as more than a host. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/
const MAX_LENGTH = 2000

/**
 * The address of another site's page that may be shown in a frame, or null. Check it when it is set, when the page's
 * policy is written and again before it is shown: never trust what a frame loads beside a signed-in user. Refuses our
 * own origins: a frame that allows scripts and its own origin would then have our rights.
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
