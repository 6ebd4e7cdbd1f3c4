import { screen } from './screen-loader.ts'
import type { Screen } from './screen-types.ts'

/** Screens for the platform's packages, prices and money. */
export const tradeScreens: readonly Screen[] = [
  {
    path: 'packages',
    word: 'packages',
    permission: 'prices.read',
    scope: 'platform',
    nav: { group: 'groupCatalogue', icon: 'catalogue' },
    load: screen(() => import('../screens/packages/packages-screen.tsx'), 'packages'),
  },
  {
    path: 'price-lists',
    word: 'priceLists',
    permission: 'prices.read',
    scope: 'platform',
    nav: { group: 'groupCatalogue', icon: 'lists' },
    load: screen(() => import('../screens/price-lists/price-lists-screen.tsx'), 'price-lists', 'table'),
  },
  {
    path: 'price-lists/own/:id',
    word: 'priceLists',
    permission: 'prices.read',
    scope: 'platform',
    load: screen(() => import('../screens/price-lists/own-prices-screen.tsx'), 'price-lists'),
  },
  {
    path: 'clients',
    word: 'clients',
    permission: 'prices.read',
    scope: 'platform',
    nav: { group: 'groupCatalogue', icon: 'columns' },
    load: screen(() => import('../screens/clients/clients-screen.tsx'), 'clients'),
  },
  {
    path: 'payouts',
    word: 'payouts',
    permission: 'payouts.decide',
    scope: 'platform',
    nav: { group: 'groupMoney', icon: 'payments', bottom: true },
    load: screen(() => import('../screens/payouts/payouts-screen.tsx'), 'payouts', 'table', 'withdrawals'),
  },
  {
    path: 'refunds',
    word: 'refunds',
    permission: 'refunds.make',
    scope: 'platform',
    nav: { group: 'groupMoney', icon: 'switch' },
    load: screen(() => import('../screens/refunds/refunds-screen.tsx'), 'refunds', 'stuck', 'sales'),
  },
  {
    path: 'adjustments',
    word: 'adjustments',
    permission: 'adjustments.make',
    scope: 'platform',
    nav: { group: 'groupMoney', icon: 'money' },
    load: screen(() => import('../screens/adjustments/adjustments-screen.tsx'), 'adjustments'),
  },
  {
    path: 'merchants',
    word: 'payment',
    permission: 'merchants.write',
    scope: 'platform',
    nav: { group: 'groupMoney', icon: 'payment' },
    load: screen(() => import('../screens/payment/platform-merchants-screen.tsx'), 'payment'),
  },
  {
    path: 'books',
    word: 'books',
    permission: 'money.read',
    scope: 'platform',
    nav: { group: 'groupMoney', icon: 'audit' },
    load: screen(() => import('../screens/books/books-screen.tsx'), 'books', 'statement'),
  },
  {
    path: 'platform-notices',
    word: 'notices',
    permission: 'notices.read',
    scope: 'platform',
    nav: { group: 'groupCustomers', icon: 'notices' },
    load: screen(
      () => import('../screens/platform-notices/platform-notices-screen.tsx'),
      'notices',
      'platform-notices',
    ),
  },
]
