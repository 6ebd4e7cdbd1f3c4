import { balanceNameOf, DEFAULT_BRAND } from './default-brand.ts'

export type Brand = {
  key: number
  title: string
  /** A path on our own origin or an image data URI; never an address of another site. */
  icon: string
  accent: string
  balanceName: string
  /** Regions have a globe instead of their flag. */
  hidesFlags?: true
}
/** A reseller's own settings; null means "use the rule for its key". */
export type BrandConfig = { title: string | null; icon: string | null; accent: string | null; hidesFlags?: boolean }

/** What stands below a receipt: who sells, and how to get an invoice. */
export const RECEIPT_TEXT_MAX = 300
export const RECEIPT_LINES_MAX = 6

export const NEUTRAL_ICON = '/static/brand/neutral.svg'

/** Look of the console before sign-in and on the platform's own pages: grey, so that nobody takes it for a brand. */
export const CONSOLE_ICON = '/console/static/console.svg'
export const CONSOLE_ACCENT = '#334155'

const DOLPHIN_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="#4f46e5"/>' +
  '<path d="M57 35.5C54 34 52 33.3 50.5 31 46 23.8 39 20.3 31.5 20.6 31.3 17 29 13.6 25 12.5 24.6 16.2 23.4 19.6 21.6 23.4 16.4 26.8 12.6 32 11 38.6 7.8 40.2 6 43.4 6.2 47.8' +
  ' 9.4 45.8 12 45.6 14.4 46.8 15.6 49.8 18.2 51.8 22 52 21.6 47.6 19.8 43.8 16.8 41.4 19 36.6 23.4 33.6 29 33 29.4 37 28.2 40.4 25.4 43.4 31.4 43 36 39.6 37.6 34.4 43 36 50 38.6 57 35.5z" fill="#fff"/>' +
  '<circle cx="46.4" cy="30.6" r="1.7" fill="#4f46e5"/></svg>'

export const DOLPHIN_ICON = `data:image/svg+xml,${encodeURIComponent(DOLPHIN_SVG)}`

const RULES: Record<number, Omit<Brand, 'key' | 'balanceName'>> = {
  [DEFAULT_BRAND.key]: DEFAULT_BRAND,
  260: { title: '海豚加速用户中心', icon: DOLPHIN_ICON, accent: '#4f46e5' },
}
const ANY_OTHER = { title: '用户中心', icon: NEUTRAL_ICON, accent: '#2563eb' }

/** The seed's three brand rules. A reseller's own title, icon and accent override them, each separately. */
export function brandOf(key: number, own?: BrandConfig | null): Brand {
  const rule = RULES[key] ?? ANY_OTHER
  return {
    key,
    title: own?.title ?? rule.title,
    icon: own?.icon ?? rule.icon,
    accent: own?.accent ?? rule.accent,
    balanceName: balanceNameOf(key),
    ...(own?.hidesFlags ? { hidesFlags: true } : {}),
  }
}
