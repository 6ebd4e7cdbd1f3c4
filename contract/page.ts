import type { Brand } from './brand.ts'
import type { Language } from './languages.ts'
import type { changedLimits } from './limits.ts'

/** What the server writes into a prerendered page. It escapes every value for HTML, except those marked raw. */
export const placeholders = {
  nonce: '%NONCE%',
  scheme: '%SCHEME%',
  language: '%LANGUAGE%',
  brandTitle: '%BRAND_TITLE%',
  brandIcon: '%BRAND_ICON%',
  brandAccent: '%BRAND_ACCENT%',
  manifest: '%MANIFEST%',
  homeIcon: '%HOME_ICON%',
  /** Raw: CSS text made by `accentCss`, which holds computed hex colours only. */
  brandStyle: '%BRAND_STYLE%',
  /** Raw: JSON of `PageStart` with every `<` written as `\u003c`. */
  brandJson: '%BRAND_JSON%',
} as const

/** Whose days a business counts in, unless its operator says otherwise. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai'

export type ColourScheme = 'light' | 'dark' | 'auto'

/** What a page knows before its first call, so that brand, words and colours never flash. */
export type PageStart = {
  brand: Brand
  language: Language
  scheme: ColourScheme
  sandbox: boolean
  build: string
  /** The business's: days, expiry and records are told in it. */
  timeZone: string
  /** What the operator has changed; contract/limits.ts reads it. */
  limits: typeof changedLimits
}

/** One installable app per brand. */
export const manifestPath = (appKey: string) => `/manifest.webmanifest?app_key=${appKey}`

/** What stands for the brand on a phone's home screen, by app key: iOS takes no drawing from the manifest. */
export const homeIconPath = (appKey: string) => `/apple-touch-icon.png?app_key=${appKey}`

/** On every answer: which build of the portal is served now. A page of another build offers a reload. */
export const BUILD_HEADER = 'x-build'

/** The reader's choices live in cookies, where the server sees them before it answers. */
export const LANGUAGE_COOKIE = 'lang'
export const SCHEME_COOKIE = 'scheme'
