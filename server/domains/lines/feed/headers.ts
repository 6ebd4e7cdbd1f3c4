import { type FormatId, formats } from './formats.ts'
import { cleanName } from './names.ts'
import type { FeedHead } from './types.ts'

const UPDATE_HOURS = 24

/** What clients show beside the nodes: traffic, end, name, and where the user center is. */
export function feedHeaders(view: FeedHead, format: FormatId): Record<string, string> {
  const title = cleanName(view.title)
  const { contentType, extension } = formats[format]
  return {
    'content-type': contentType,
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename*=UTF-8''${encodeHeader(title + extension)}`,
    'profile-title': `base64:${Buffer.from(title).toString('base64')}`,
    'profile-update-interval': String(UPDATE_HOURS),
    'profile-web-page-url': view.portalUrl,
    // Shadowrocket shows the first line of its document instead.
    ...(format === 'shadowrocket' ? {} : { 'subscription-userinfo': userInfo(view) }),
  }
}

/** Charged traffic has no direction, so all of it is download; an end that there is not is 0, never empty. */
function userInfo({ usedBytes, totalBytes, expiresAt }: FeedHead): string {
  const expire = expiresAt ? Math.floor(expiresAt.getTime() / 1000) : 0
  return `upload=0; download=${usedBytes}; total=${totalBytes}; expire=${expire}`
}

/** These four are letters to encodeURIComponent, but not to RFC 8187. */
function encodeHeader(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
}
