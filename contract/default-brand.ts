import { DEFAULT_RESELLER_KEY } from './app-key.ts'

export function balanceNameOf(key: number): string {
  return key === DEFAULT_RESELLER_KEY ? '鱼币' : '余额'
}

export const FISH_ICON = '/static/brand/fish.svg'

/** Kept apart from the other brand rules: otherwise every page would load their icons. */
export const DEFAULT_BRAND = {
  key: DEFAULT_RESELLER_KEY,
  title: '鱼线用户中心',
  icon: FISH_ICON,
  accent: '#0f766e',
  balanceName: balanceNameOf(DEFAULT_RESELLER_KEY),
}
