import type { Permission } from '../../contract/permissions.ts'
import type { OfficeIconName } from '../features/icon/office-icon.tsx'
import type { PlainKey } from '../words/words.ts'
import type { Loader } from './screen-loader.ts'

export type Screen = {
  /** Path below the office's root: `users`, `users/:id`; '' is its first page. */
  path: string
  /** Key of the screen's name in `words/…/nav.ts`. */
  word: PlainKey<'nav'>
  /** Permission that its first call needs; `own` is open to every member. */
  permission: Permission | 'own'
  /** `reseller`: inside a reseller. `platform`: outside any reseller. `any`: both. */
  scope: 'reseller' | 'platform' | 'any'
  /** Where the rail shows it. Without it, the screen is opened from another screen. */
  nav?: { group: NavGroup; icon: OfficeIconName; bottom?: true }
  load: Loader
}
export type NavGroup = (typeof navGroups)[number]

/** Groups of the rail, from top to bottom. */
export const navGroups = [
  'groupToday',
  'groupCustomers',
  'groupCatalogue',
  'groupSales',
  'groupMoney',
  'groupNetwork',
  'groupMachine',
  'groupShop',
  'groupTeam',
] as const
