import { foreignPage } from '../../contract/frame-address.ts'
import type { Reseller } from '../domains/resellers/queries.ts'
import type { Config } from '../config.ts'

/**
 * The policy of a portal page. No inline script runs except the hashed colour-scheme line, nothing is loaded from
 * elsewhere, and frames may only show the reseller's own addresses, re-parsed here so that no stored text reaches the
 * header as it is.
 */
export function pagePolicy(options: {
  nonce: string
  scriptHashes: readonly string[]
  reseller: Reseller | null
  config: Config
}): string {
  const { nonce, scriptHashes, reseller, config } = options
  const frames = [reseller?.kfUrl, reseller?.jcUrl, config.agreementUrl, config.messageUrl, config.usageUrl]
  const origins = [...new Set(frames.map((url) => frameOrigin(url)).filter((origin) => origin !== null))]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    ["frame-src 'self'", ...origins].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function frameOrigin(url: string | null | undefined): string | null {
  return url ? (foreignPage(url, [])?.origin ?? null) : null
}
