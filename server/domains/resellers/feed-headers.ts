/** With our own headers this stays below the 4 kB that a proxy accepts by default. */
const LINES_MAX = 10
const VALUE_MAX = 1500
const BYTES_MAX = 2000
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** What every feed says already. */
const OURS =
  /^(?:profile-(?:title|update-interval|web-page-url)|support-url|subscription-(?:userinfo|refill-date)|x-hwid-.*)$/
/** Clients that read these give the address of the subscription up for another one, for good. */
const ELSEWHERE = /^(?:new-url|moved-permanently-to|fallback-url|new-domain)$/
/** What speaks to browsers, proxies and caches: with it a reseller could set cookies, lift protections or move requests. */
const OF_THE_WEB = new RegExp(
  `^(?:${[
    '(?:accept|access-control|alt|content|cross-origin|proxy|sec|cdn|cf|surrogate|if|critical|speculation)(?:-.*)?',
    'x-(?:accel|forwarded|frame|xss|content|sendfile|lighttpd|litespeed|reproxy|real|request|original|rewrite|permitted|dns|download|robots|ua|powered|http|ratelimit)(?:-.*)?',
    'age|allow|authorization|cache-control|clear-site-data|client-cert.*|connection|(?:set-)?cookie2?|date|dav|deprecation|device-memory|dpr',
    'early-data|etag|expect.*|expires|feature-policy|forwarded|from|host|keep-alive|last-modified|link|location|max-forwards|nel',
    'observe-browsing-topics|origin.*|permissions-policy|pragma|priority|range|ratelimit.*|referer|referrer-policy|refresh|report.*|retry-after',
    'save-data|server(?:-timing)?|service-worker.*|sourcemap|strict-transport-security|sunset|te|timing-allow-origin|tk|trailer',
    'transfer-encoding|upgrade.*|user-agent|vary|via|viewport-width|want-.*|warning|width|www-authenticate',
  ].join('|')})$`,
)

export type FeedHeader = { name: string; value: string }

/** One `name: value`; null when a feed may not carry it. */
export function readFeedHeader(line: string): FeedHeader | null {
  const [, name = '', value = ''] = /^([^:]*): ?(.*)$/su.exec(line) ?? []
  return findLineProblem(line) === null ? { name, value: value.trim() } : null
}

/** What is wrong with a reseller's own headers, in the order of its lines; null when nothing is. */
export function findFeedHeaderProblem(lines: readonly string[]): string | null {
  if (lines.length > LINES_MAX) return `up to ${LINES_MAX} headers`
  for (const line of lines) {
    const problem = findLineProblem(line)
    if (problem) return problem
  }
  const headers = lines.map((line) => readFeedHeader(line)!)
  const twice = headers.find(({ name }, at) => headers.findIndex((other) => other.name === name) !== at)
  if (twice) return `${twice.name} is there twice`
  const bytes = headers.reduce((sum, header) => sum + header.name.length + headerValue(header.value).length, 0)
  return bytes > BYTES_MAX ? `all headers together have more than ${BYTES_MAX} bytes` : null
}

function findLineProblem(line: string): string | null {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0))
  const value = line.slice(colon + 1).trim()
  if (colon < 1) return 'each line is a name, a colon and a value'
  if (!NAME.test(name)) return 'a name has up to 40 small letters, digits and hyphens'
  if (OURS.test(name)) return `${name} is set by the platform`
  if (ELSEWHERE.test(name)) return `${name} would lead clients away from their subscription`
  if (OF_THE_WEB.test(name)) return `${name} is not for clients, and cannot be set`
  if (/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u.test(line)) return `${name} has a line break or a letter that nobody sees`
  return value.length >= 1 && value.length <= VALUE_MAX ? null : `${name} has 1 to ${VALUE_MAX} characters`
}

/** As clients read it: letters beyond ASCII in base64, behind a mark. */
export function headerValue(text: string): string {
  return /^[\x20-\x7E]*$/.test(text) ? text : `base64:${Buffer.from(text).toString('base64')}`
}
