export type Location = {
  /** The path or its beginning. */
  match: string
  isExact: boolean
  body: string
  /** The largest body that a request may have here. */
  maxBodyBytes: number
}

const UNITS: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2 }
/** nginx's default limit. */
const DEFAULT_LIMIT = 1024 ** 2

/**
 * The TLS locations of deploy/nginx.conf. Understands enough of the language for a file without patterns and nested
 * locations.
 */
export function readLocations(text: string): Location[] {
  const config = text.replace(/#.*$/gm, '').split('listen 443')[1] ?? ''
  const blocks = [...config.matchAll(/location (= )?(\S+) \{([^}]*)\}/g)]
  const around = readLimit(config.replace(/location [^}]*\}/g, '')) ?? DEFAULT_LIMIT
  return blocks.map(([, exact, match = '', body = '']) => ({
    match,
    isExact: exact !== undefined,
    body,
    maxBodyBytes: readLimit(body) ?? around,
  }))
}

/** Chooses like nginx: an exact match, else the longest prefix. */
export function findLocation(locations: readonly Location[], path: string): Location {
  const fitting = locations.filter(({ match, isExact }) => (isExact ? path === match : path.startsWith(match)))
  const [best] = fitting.toSorted((a, b) => Number(b.isExact) - Number(a.isExact) || b.match.length - a.match.length)
  if (!best) throw new Error(`nginx.conf has no location for ${path}`)
  return best
}

export function bodyLimitOf(locations: readonly Location[], path: string): number {
  return findLocation(locations, path).maxBodyBytes
}

function readLimit(text: string): number | null {
  const [, count, unit = ''] = /client_max_body_size (\d+)([km]?);/.exec(text) ?? []
  return count === undefined ? null : Number(count) * UNITS[unit]!
}
