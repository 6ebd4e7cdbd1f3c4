import type { Brand } from './brand.ts'
import type { Language } from './languages.ts'
import type { changedLimits } from './limits.ts'

/** Values that the server writes into a prerendered page. It escapes each one for HTML, except those marked raw. */
export const placeholders = {
  /** Only in the console's page. */
  nonce: '%NONCE%',
  scheme: '%SCHEME%',
  language: '%LANGUAGE%',
  brandTitle: '%BRAND_TITLE%',
  brandIcon: '%BRAND_ICON%',
  brandAccent: '%BRAND_ACCENT%',
  manifest: '%MANIFEST%',
  homeIcon: '%HOME_ICON%',
  /** Raw: CSS text from `accentCss`, which contains only computed hex colours. */
  brandStyle: '%BRAND_STYLE%',
  /** Raw: JSON of `PageStart` with every `<` written as `\u003c`. */
  brandJson: '%BRAND_JSON%',
} as const

/** The business counts days in this zone, unless the operator sets another one. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai'

export type ColourScheme = 'light' | 'dark' | 'auto'

/** What a page knows before its first call, so that brand, words and colours never flicker. */
export type PageStart = {
  brand: Brand
  language: Language
  scheme: ColourScheme
  sandbox: boolean
  build: string
  /** The business's zone: days, expiry and records are shown in it. */
  timeZone: string
  /** The limits that the operator changed; contract/limits.ts reads them. */
  limits: typeof changedLimits
}

/** One installable app per brand. */
export const manifestPath = (appKey: string) => `/manifest.webmanifest?app_key=${appKey}`

/** The brand's icon on a phone's home screen, by app key: iOS takes no SVG from the manifest. */
export const homeIconPath = (appKey: string) => `/apple-touch-icon.png?app_key=${appKey}`

/** Sent with every answer: the portal build that is served now. A page of another build offers a reload. */
export const BUILD_HEADER = 'x-build'

/** The build's short name, from the hash of its sources. */
export const buildName = (hash: string) => hash.trim().slice(0, 12)

/** The portal's service worker. */
export const WORKER_PATH = '/sw.js'
/** The only kind of script address that a page may make at run time. */
export const WORKER_POLICY = 'worker'

/** The reader's choices are in cookies, so that the server sees them before it answers. */
export const LANGUAGE_COOKIE = 'lang'
export const SCHEME_COOKIE = 'scheme'

/** The public result of a payment, and the query parameter that names the payment there. */
export const PAID_PATH = '/hosted/paid'
export const PAID_MARK = 'paid'
/** Leads on to a provider whose links are good for one visit. */
export const PAY_PATH = '/hosted/pay'

/** Opens the help desk on the screen of customer service. */
export const DESK_PARAM = 'desk'
export const DESK_PATH = `/user/customer_service?${DESK_PARAM}=1`
