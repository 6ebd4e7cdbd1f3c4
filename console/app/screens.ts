import type { Permission } from '../../contract/permissions.ts'
import { platformScreens } from './platform-screens.ts'
import { screen } from './screen-loader.ts'
import type { Screen } from './screen-types.ts'

/**
 * Every screen, in the order of the rail. Navigation, Ctrl-K, the permission check and the not-found page all use this
 * list: to add a screen, add its line and its folder. `bottom` puts it on a phone's bar, which shows the first four
 * that the member may open.
 */
export const screens: readonly Screen[] = [
  {
    path: '',
    word: 'overview',
    permission: 'overview.read',
    scope: 'reseller',
    nav: { group: 'groupToday', icon: 'overview', bottom: true },
    load: screen(() => import('../screens/overview/overview-screen.tsx'), 'overview'),
  },
  ...platformScreens,
  {
    path: 'users',
    word: 'users',
    permission: 'users.read',
    scope: 'reseller',
    nav: { group: 'groupCustomers', icon: 'users', bottom: true },
    load: screen(
      () => import('../screens/users/users-screen.tsx'),
      'invite',
      'users',
      'states',
      'bulk',
      'money',
      'table',
    ),
  },
  {
    path: 'users/:id',
    word: 'user',
    permission: 'users.read',
    scope: 'reseller',
    load: screen(
      () => import('../screens/user/user-screen.tsx'),
      'user',
      'users',
      'states',
      'tell',
      'audit',
      'audit-actions',
      'audit-fields',
      'audit-values',
      'money',
    ),
  },
  {
    path: 'network',
    word: 'network',
    permission: 'overview.read',
    scope: 'reseller',
    nav: { group: 'groupNetwork', icon: 'nodes' },
    load: screen(() => import('../screens/network/network-screen.tsx'), 'network', 'states', 'tell'),
  },
  {
    path: 'bulk',
    word: 'bulk',
    permission: 'bulk.run',
    scope: 'reseller',
    nav: { group: 'groupCustomers', icon: 'bulk' },
    load: screen(() => import('../screens/bulk/bulk-screen.tsx'), 'bulk', 'money', 'table'),
  },
  {
    path: 'bulk/:id',
    word: 'bulk',
    permission: 'bulk.run',
    scope: 'reseller',
    load: screen(() => import('../screens/bulk/run-screen.tsx'), 'bulk'),
  },
  {
    path: 'orders',
    word: 'orders',
    permission: 'orders.read',
    scope: 'reseller',
    nav: { group: 'groupSales', icon: 'orders', bottom: true },
    load: screen(() => import('../screens/orders/orders-screen.tsx'), 'sales', 'table'),
  },
  {
    path: 'orders/:id',
    word: 'orders',
    permission: 'orders.read',
    scope: 'reseller',
    load: screen(() => import('../screens/orders/order-screen.tsx'), 'sales', 'states'),
  },
  {
    path: 'payments',
    word: 'payments',
    permission: 'orders.read',
    scope: 'reseller',
    nav: { group: 'groupSales', icon: 'payments' },
    load: screen(() => import('../screens/payments/payments-screen.tsx'), 'sales', 'table'),
  },
  {
    path: 'payments/:id',
    word: 'payments',
    permission: 'orders.read',
    scope: 'reseller',
    load: screen(() => import('../screens/payments/payment-screen.tsx'), 'sales'),
  },
  {
    path: 'prices',
    word: 'prices',
    permission: 'prices.read',
    scope: 'reseller',
    nav: { group: 'groupSales', icon: 'prices' },
    load: screen(() => import('../screens/prices/prices-screen.tsx'), 'prices'),
  },
  {
    path: 'cards',
    word: 'cards',
    permission: 'cards.read',
    scope: 'reseller',
    nav: { group: 'groupSales', icon: 'cards' },
    load: screen(() => import('../screens/cards/cards-screen.tsx'), 'cards', 'money', 'table'),
  },
  {
    path: 'cards/keys',
    word: 'cards',
    permission: 'cards.read',
    scope: 'reseller',
    load: screen(() => import('../screens/cards/keys-screen.tsx'), 'cards', 'table'),
  },
  {
    path: 'cards/gifts',
    word: 'cards',
    permission: 'cards.read',
    scope: 'reseller',
    load: screen(() => import('../screens/cards/gifts-screen.tsx'), 'cards', 'table'),
  },
  {
    path: 'cards/:id/keys',
    word: 'cards',
    permission: 'cards.write',
    scope: 'reseller',
    load: screen(() => import('../screens/cards/new-keys-screen.tsx'), 'cards'),
  },
  {
    path: 'money',
    word: 'money',
    permission: 'money.read',
    scope: 'reseller',
    nav: { group: 'groupSales', icon: 'money' },
    load: screen(() => import('../screens/money/money-screen.tsx'), 'money', 'statement', 'table'),
  },
  {
    path: 'invites',
    word: 'invites',
    permission: 'invites.read',
    scope: 'reseller',
    nav: { group: 'groupCustomers', icon: 'invites' },
    load: screen(() => import('../screens/invites/invites-screen.tsx'), 'invites', 'table', 'withdrawals'),
  },
  {
    path: 'agencies',
    word: 'agencies',
    permission: 'agencies.read',
    scope: 'reseller',
    nav: { group: 'groupCustomers', icon: 'agencies' },
    load: screen(() => import('../screens/agencies/agencies-screen.tsx'), 'invites'),
  },
  {
    path: 'notices',
    word: 'notices',
    permission: 'notices.read',
    scope: 'reseller',
    nav: { group: 'groupShop', icon: 'notices' },
    load: screen(() => import('../screens/notices/notices-screen.tsx'), 'notices', 'states', 'table', 'users'),
  },
  {
    path: 'brand',
    word: 'brand',
    permission: 'brand.write',
    scope: 'reseller',
    nav: { group: 'groupShop', icon: 'brand' },
    load: screen(() => import('../screens/brand/brand-screen.tsx'), 'brand', 'overview'),
  },
  {
    path: 'clients',
    word: 'clients',
    permission: 'overview.read',
    scope: 'reseller',
    nav: { group: 'groupShop', icon: 'columns' },
    load: screen(() => import('../screens/shown-clients/shown-clients-screen.tsx'), 'clients'),
  },
  {
    path: 'payment',
    word: 'payment',
    permission: 'merchants.write',
    scope: 'reseller',
    nav: { group: 'groupShop', icon: 'payment' },
    load: screen(() => import('../screens/payment/payment-screen.tsx'), 'payment'),
  },
  {
    path: 'team',
    word: 'team',
    permission: 'staff.read',
    scope: 'any',
    nav: { group: 'groupTeam', icon: 'team' },
    load: screen(() => import('../screens/team/team-screen.tsx'), 'account', 'invite', 'permissions', 'team'),
  },
  {
    path: 'audit',
    word: 'audit',
    permission: 'audit.read',
    scope: 'any',
    nav: { group: 'groupTeam', icon: 'audit' },
    load: screen(
      () => import('../screens/audit/audit-screen.tsx'),
      'audit',
      'audit-actions',
      'audit-fields',
      'audit-values',
      'table',
    ),
  },
  {
    path: 'account',
    word: 'account',
    permission: 'own',
    scope: 'any',
    nav: { group: 'groupTeam', icon: 'account' },
    load: screen(() => import('../screens/account/account-screen.tsx'), 'account', 'signin'),
  },
]

export type Viewer = { isInOffice: boolean; may: (permission: Permission | 'own') => boolean }

/** Screens that this member may open in the current office. */
export function openScreens({ isInOffice, may }: Viewer): Screen[] {
  const here = isInOffice ? 'reseller' : 'platform'
  return screens.filter(({ scope, permission }) => (scope === 'any' || scope === here) && may(permission))
}
