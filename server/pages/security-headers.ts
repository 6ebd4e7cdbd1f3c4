import { foreignPage } from '../../contract/frame-address.ts'
import { WORKER_POLICY } from '../../contract/page.ts'
import type { Config } from '../config.ts'
import type { Reseller } from '../domains/resellers/queries.ts'

/**
 * The policy of a portal page. It allows no inline script or style except those the page came with, by their hashes, and loads
 * nothing from elsewhere. Frames may show only the reseller's own addresses, and only its own sites may frame the page. Addresses
 * are parsed again here, so that no stored text reaches the header unchecked.
 */
export function pagePolicy(options: {
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
  reseller: Reseller | null
  config: Config
}): string {
  const { scriptHashes, styleHashes, reseller, config } = options
  const frames = [reseller?.kfUrl, reseller?.jcUrl, config.agreementUrl, config.messageUrl, config.usageUrl]
  return [
    "default-src 'none'",
    sourcesOf("script-src 'self'", scriptHashes),
    sourcesOf("style-src 'self'", styleHashes),
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    ["frame-src 'self'", ...originsOf(frames)].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    frameAncestors(reseller),
    "require-trusted-types-for 'script'",
    // For the address of the service worker, which the page's own code fixes.
    `trusted-types ${WORKER_POLICY}`,
  ].join('; ')
}

/** The worker's own policy: it asks this server and runs nothing else. */
export const WORKER_CSP = "default-src 'none'; connect-src 'self'"

function sourcesOf(directive: string, hashes: readonly string[]): string {
  return [directive, ...hashes.map((hash) => `'${hash}'`)].join(' ')
}

/** The console's policy: nothing from elsewhere, no framing in either direction, no inline script. */
export function consolePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/**
 * The sites that may frame our pages. The browser checks every window around a page, so pages that the portal frames
 * need the same rule as the portal.
 */
export function frameAncestors(reseller: Pick<Reseller, 'framedBy'> | null): string {
  return ["frame-ancestors 'self'", ...originsOf(reseller?.framedBy ?? [])].join(' ')
}

function originsOf(urls: readonly (string | null | undefined)[]): string[] {
  const origins = urls.flatMap((url) => (url ? (foreignPage(url, [])?.origin ?? []) : []))
  return [...new Set(origins)]
}
