import { clientOfAgent } from '../../../contract/clients.ts'

/** Relatives of the catalogue's clients. The first match wins: they also name others they resemble. */
const relatives: readonly [name: string, test: RegExp][] = [
  ['Exclave', /^exclave/],
  ['INCY', /^incy/],
  ['Sparkle', /^sparkle/],
  ['Koala Clash', /koala-clash/],
  ['Prizrak-Box', /prizrak/],
  ['Flowvy', /^flowvy/],
  ['Clash Nyanpasu', /nyanpasu/],
  ['ClashX Meta', /clashx meta/],
  ['sing-box', /sing-?box/],
  ['Clash Meta', /clash.?meta|mihomo/],
  ['Clash', /clash/],
  ['Shadowrocket', /shadowrocket/],
  ['v2ray', /v2ray/],
  ['Shadowsocks', /shadowsocks|outline/],
]

/** Libraries and tools: their name tells a reader nothing. */
const NAMELESS =
  /^(mozilla|curl|wget|okhttp|go-http-client|dart|python|aiohttp|axios|node|undici|java|apache|libwww|postman|dalvik|cfnetwork|php|ruby|perl|guzzle|rest|http)/i
const NAME_MAX = 40

/** Names the client that fetches a feed; null for one that does not say. */
export function nameClient(userAgent: string): string | null {
  return knownClient(userAgent) ?? firstProduct(userAgent)
}

/** Browsers name none of these. */
export function knownClient(userAgent: string): string | null {
  const lower = userAgent.toLowerCase()
  return clientOfAgent(userAgent)?.name ?? relatives.find(([, test]) => test.test(lower))?.[0] ?? null
}

/** The product before the first version. Plain letters only: a stranger chooses it, and its owner reads it. */
function firstProduct(userAgent: string): string | null {
  const product = (userAgent.split('/', 1)[0] ?? '')
    .replaceAll(/[^\w .-]+/g, ' ')
    .trim()
    .slice(0, NAME_MAX)
    .trim()
  return /^[A-Za-z]/.test(product) && !NAMELESS.test(product) ? product : null
}
