import { DEFAULT_RESELLER_KEY } from './app-key.ts'

export type Brand = {
  key: number
  title: string
  /** A path of our own origin or an image data URI; never a foreign address. */
  icon: string
  accent: string
  balanceName: string
}
/** What a reseller may set for itself; null means "the rule of its key". */
export type BrandConfig = { title: string | null; icon: string | null; accent: string | null }

export const FISH_ICON = '/static/brand/fish.svg'
export const NEUTRAL_ICON = '/static/brand/neutral.svg'

const DOLPHIN_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="#4f46e5"/>' +
  '<path d="M12 37c5-13 17-19 29-15 2-3 5-5 9-5-2 3-2 6-1 9 3 4 4 9 3 14-3-5-8-8-14-8-2 4-5 7-10 8 2-3 2-5 1-8-6 0-12 2-17 5z" fill="#fff"/>' +
  '<circle cx="42" cy="28" r="1.8" fill="#4f46e5"/></svg>'

const RULES: Record<number, Omit<Brand, 'key' | 'balanceName'>> = {
  0: { title: '鱼线用户中心', icon: FISH_ICON, accent: '#0f766e' },
  260: { title: '海豚加速用户中心', icon: `data:image/svg+xml,${encodeURIComponent(DOLPHIN_SVG)}`, accent: '#4f46e5' },
}
const ANY_OTHER = { title: '用户中心', icon: NEUTRAL_ICON, accent: '#2563eb' }

export function balanceNameOf(key: number): string {
  return key === DEFAULT_RESELLER_KEY ? '鱼币' : '余额'
}

/** The seed's three brand rules; a reseller's own title, icon or accent wins over them, each by itself. */
export function brandOf(key: number, own?: BrandConfig | null): Brand {
  const rule = RULES[key] ?? ANY_OTHER
  return {
    key,
    title: own?.title ?? rule.title,
    icon: own?.icon ?? rule.icon,
    accent: own?.accent ?? rule.accent,
    balanceName: balanceNameOf(key),
  }
}
