import { foreignPage } from '../../contract/frame-address.ts'
import type { Reseller } from '../domains/resellers/queries.ts'
import type { Config } from '../config.ts'

/**
 * The policy of a portal page. No inline script runs except the hashed colour-scheme line, nothing is loaded from
 * elsewhere, and frames may only show the reseller's own addresses and stand in its own sites, re-parsed here so that no
 * stored text reaches the header as it is.
 */
export function pagePolicy(options: {
  nonce: string
  scriptHashes: readonly string[]
  reseller: Reseller | null
  config: Config
}): string {
  const { nonce, scriptHashes, reseller, config } = options
  const frames = [reseller?.kfUrl, reseller?.jcUrl, config.agreementUrl, config.messageUrl, config.usageUrl]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
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
    "trusted-types 'none'",
  ].join('; ')
}

/** The console's: nothing from elsewhere, no frame in either direction, no script in the page. */
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
 * Who may show a page of ours in a frame. The browser asks this of every window around it, so the pages which the portal
 * itself frames need the same rule as the portal.
 */
export function frameAncestors(reseller: Pick<Reseller, 'framedBy'> | null): string {
  return ["frame-ancestors 'self'", ...originsOf(reseller?.framedBy ?? [])].join(' ')
}

function originsOf(urls: readonly (string | null | undefined)[]): string[] {
  const origins = urls.flatMap((url) => (url ? (foreignPage(url, [])?.origin ?? []) : []))
  return [...new Set(origins)]
}
