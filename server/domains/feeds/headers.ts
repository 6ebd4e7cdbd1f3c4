import type { FeedFormat } from '../../../contract/clients.ts'
import { cleanName } from '../lines/connection/names.ts'
import type { FeedHead } from '../lines/connection/types.ts'
import { headerValue, readFeedHeader } from '../resellers/feed-headers.ts'
import { formats } from './formats.ts'
import { texts } from './texts.ts'

const UPDATE_HOURS = 24

/**
 * Headers that clients show beside the nodes: traffic, end, name, and the address of the user center. Beside them the
 * reseller's own, which never replace one of ours.
 */
export function feedHeaders(view: FeedHead, format: FeedFormat, own: readonly string[] = []): Record<string, string> {
  const title = cleanName(view.title)
  const { contentType, extension } = formats[format]
  return {
    ...Object.fromEntries(own.flatMap((line) => ownHeader(line))),
    'content-type': contentType,
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename*=UTF-8''${encodeHeader(title + extension)}`,
    'profile-title': inBase64(title),
    'profile-update-interval': String(UPDATE_HOURS),
    'profile-web-page-url': view.portalUrl,
    'support-url': view.supportUrl,
    ...(view.refillsAt ? { 'subscription-refill-date': String(secondsOf(view.refillsAt)) } : {}),
    ...(view.reason ? announcement(texts[view.language].reasons[view.reason], view.portalUrl) : {}),
    // Shadowrocket shows the first line of its document instead.
    ...(format === 'shadowrocket' ? {} : { 'subscription-userinfo': userInfo(view) }),
  }
}

function ownHeader(line: string): [name: string, value: string][] {
  const header = readFeedHeader(line)
  return header ? [[header.name, headerValue(header.value)]] : []
}

/** Some clients show it above the lines; they cut it after 200 characters. */
function announcement(text: string, url: string): Record<string, string> {
  return { announce: inBase64(text.slice(0, 200)), 'announce-url': url }
}

function inBase64(text: string): string {
  return `base64:${Buffer.from(text).toString('base64')}`
}

/** Both directions add up to what was charged. Writes 0, never nothing, without an end. */
function userInfo({ usedBytes, usedUpBytes, totalBytes, expiresAt }: FeedHead): string {
  const expire = expiresAt ? secondsOf(expiresAt) : 0
  return `upload=${usedUpBytes}; download=${usedBytes - usedUpBytes}; total=${totalBytes}; expire=${expire}`
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

/** encodeURIComponent leaves these four unescaped, but RFC 8187 does not allow them. */
function encodeHeader(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
}
