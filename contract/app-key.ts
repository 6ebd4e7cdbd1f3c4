/** The app key names the reseller a page belongs to: `yx_<key>` (old app) or `yx_<key>_<third>` (new app). */
export const APP_KEY_PREFIX = 'yx'
export const DEFAULT_RESELLER_KEY = 0
/** Used when the whitelist cannot be fetched. */
export const FALLBACK_WHITELIST: readonly number[] = [0, 228, 260, 60, 65]

export type AppVariant = 'old' | 'new'
export type AppKey = { key: number; third: string | null; variant: AppVariant; text: string }

const SHAPE = /^yx_(\d{1,9})(?:_(.*))?$/s
const THIRD = /^[A-Za-z0-9-]{1,32}$/

/** Reads an app key. Returns null for anything else and never throws, because the text comes from a URL. */
export function parseAppKey(raw: string | null | undefined): AppKey | null {
  const match = SHAPE.exec(raw ?? '')
  if (!match) return null
  const key = Number(match[1])
  const third = match[2] !== undefined && THIRD.test(match[2]) ? match[2] : null
  return { key, third, variant: third === null ? 'old' : 'new', text: writeAppKey(key, third) }
}

export function writeAppKey(key: number, third: string | null = null): string {
  return third === null ? `${APP_KEY_PREFIX}_${key}` : `${APP_KEY_PREFIX}_${key}_${third}`
}

/** The app key to keep when a URL brings one. Redirects carry two segments and must not erase the stored third one. */
export function mergeAppKeys(fromUrl: AppKey | null, stored: AppKey | null): AppKey | null {
  if (!fromUrl) return stored
  if (stored && stored.key === fromUrl.key && fromUrl.third === null) return stored
  return fromUrl
}
