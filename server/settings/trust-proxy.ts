import { isIP } from 'node:net'

/** Names that the HTTP server's library knows; it also takes addresses and ranges. */
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

export function readTrustProxy(text: string | undefined, wrong: string[]): false | number | string {
  if (!text || text === 'none') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const places = text.split(',').map((place) => place.trim())
  if (!places.every((place) => PROXY_NAMES.includes(place) || isNetwork(place))) {
    wrong.push(
      `TRUST_PROXY must be the number of proxies in front (1), or their addresses separated by commas, not "${text}"`,
    )
  }
  return places.join(',')
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
