/** Who opens the console: the owner of an office, or of the platform. */
export type Member = 'boss260' | 'operator'

/**
 * A page of the console by the path of its route. `tabs` are the parts that its address can name beside the first. An
 * `:id` is that of the first link in the list before it, or `id`.
 */
export type PageRow = { path: string; tabs?: readonly string[]; id?: string }

const ANY: readonly PageRow[] = [
  { path: 'tickets', tabs: ['templates'] },
  { path: 'team' },
  { path: 'connections' },
  { path: 'audit' },
  { path: 'account' },
]

/** Every page of the console behind the sign-in. `scripts/console-pages.test.ts` compares it with the routes. */
export const pageTable: Record<Member, readonly PageRow[]> = {
  boss260: [
    { path: '' },
    { path: 'users' },
    { path: 'users/:id', tabs: ['ledger', 'audit'] },
    { path: 'tickets/:id' },
    { path: 'users/renewals' },
    { path: 'network' },
    { path: 'bulk' },
    { path: 'bulk/:id' },
    { path: 'orders' },
    { path: 'orders/:id' },
    { path: 'payments' },
    { path: 'payments/bills' },
    { path: 'payments/:id' },
    { path: 'prices' },
    { path: 'cards' },
    { path: 'cards/keys' },
    { path: 'cards/gifts' },
    { path: 'cards/:id/keys' },
    { path: 'money', tabs: ['statement', 'payout'] },
    { path: 'money/export' },
    { path: 'invites', tabs: ['withdrawals'] },
    { path: 'agencies' },
    { path: 'notices', tabs: ['articles', 'reminders'] },
    { path: 'brand' },
    { path: 'clients' },
    { path: 'payment' },
    ...ANY,
  ],
  operator: [
    { path: '' },
    { path: 'resellers', tabs: ['import'] },
    { path: 'resellers/:id' },
    { path: 'node-groups' },
    { path: 'packages' },
    { path: 'price-lists' },
    { path: 'price-lists/own/:id', id: '260' },
    { path: 'clients' },
    { path: 'payouts' },
    { path: 'refunds' },
    { path: 'adjustments' },
    { path: 'merchants' },
    { path: 'bills' },
    { path: 'books', tabs: ['statement'] },
    { path: 'platform-notices' },
    { path: 'nodes' },
    { path: 'nodes/agents' },
    { path: 'nodes/:id' },
    { path: 'nodes/:id/enrol' },
    { path: 'alerts' },
    { path: 'monitors' },
    { path: 'machine' },
    { path: 'jobs' },
    { path: 'mails' },
    { path: 'backups' },
    ...ANY,
  ],
}

/** Pages without a route of their own: by the folder of their screen. */
export const doors = ['sign-in', 'factor', 'join', 'not-found'] as const

/** How many pages the whole grid opens in each look. */
export const pageCount =
  doors.length +
  Object.values(pageTable)
    .flat()
    .reduce((sum, { tabs = [] }) => sum + 1 + tabs.length, 0)
