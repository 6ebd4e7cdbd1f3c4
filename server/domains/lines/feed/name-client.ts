/**
 * Clients by their user agents. The first match wins, so the order matters: clients also name others they resemble.
 * Karing lists every format it reads, FlClash calls itself a Clash Verge, Stash a Clash.
 */
const known: readonly [name: string, test: RegExp][] = [
  ['Karing', /^karing/],
  ['Hiddify', /hiddify/],
  ['NekoBox', /nekobox|nekoray/],
  ['Throne', /^throne/],
  ['Exclave', /^exclave/],
  ['Happ', /^happ\//],
  ['v2RayTun', /^v2raytun/],
  ['V2Box', /^v2box/],
  ['Streisand', /^streisand/],
  ['INCY', /^incy/],
  ['v2rayNG', /v2rayng/],
  ['v2rayN', /v2rayn/],
  ['Shadowrocket', /shadowrocket/],
  ['Quantumult X', /quantumult/],
  ['Surfboard', /surfboard/],
  ['Loon', /^(loon|decar)\b/],
  ['Egern', /^egern/],
  ['Stash', /stash/],
  ['Surge', /^surge/],
  ['FlClash X', /flclash ?x/],
  ['FlClash', /flclash/],
  ['Clash Mi', /clash ?mi\b/],
  ['Clash Party', /mihomo[.-]party|clash[- ]party/],
  ['Sparkle', /^sparkle/],
  ['Koala Clash', /koala-clash/],
  ['Prizrak-Box', /prizrak/],
  ['Flowvy', /^flowvy/],
  ['OpenClash', /openclash/],
  ['PassWall', /passwall/],
  ['Clash Nyanpasu', /nyanpasu/],
  ['ClashX Meta', /clashx meta/],
  ['Clash Verge', /clash-verge/],
  ['sing-box', /sing-?box|^sf[aimt]\b/],
  ['Clash Meta', /meta|mihomo/],
  ['Clash', /clash/],
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
  return known.find(([, test]) => test.test(lower))?.[0] ?? null
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
