import Type from 'typebox'
import { expect, test } from 'vitest'

import { Done, Nothing } from './fields.ts'
import { builtInRoles, permissions, roleNames } from './permissions.ts'
import { route } from './route.ts'

const lettersOf = (scope: 'reseller' | 'platform', name: (typeof permissions)[number]) =>
  roleNames
    .filter((role) => builtInRoles[scope][role].has(name))
    .map((role) => role[0]!.toUpperCase())
    .join('')

/** The table as it was agreed, a line a row. */
const agreed: [names: string, reseller: string, platform: string][] = [
  ['overview.read users.read orders.read invites.read cards.read notices.read', 'OMSFV', 'OMSFV'],
  ['users.private users.help tickets.answer', 'OMS', 'OMS'],
  ['users.factor users.write users.give users.export bulk.run', 'OM', 'OM'],
  ['orders.ask', 'OMSF', 'OMSF'],
  ['prices.read money.read agencies.read', 'OMFV', 'OMFV'],
  ['prices.write cards.write invites.write notices.write brand.write', 'OM', 'OM'],
  ['money.top-up', 'OMF', ''],
  ['money.pay-out withdrawals.decide', 'OF', 'OF'],
  ['staff.read audit.read', 'OM', 'OM'],
  ['staff.write merchants.write keys.write webhooks.write', 'O', 'O'],
  ['resellers.read', '', 'OMSFV'],
  ['resellers.enter', '', 'OMS'],
  ['resellers.write packages.write price-lists.write nodes.write jobs.write settings.read', '', 'OM'],
  ['resellers.terms monitors.write', '', 'O'],
  ['nodes.read', '', 'OMSV'],
  ['mails.read alerts.write', '', 'OMS'],
  ['payouts.decide refunds.make adjustments.make', '', 'OF'],
  ['books.run', '', 'OMF'],
]

test('the built-in roles hold exactly what was agreed', () => {
  const rows = agreed.flatMap(([names, ...letters]) => names.split(' ').map((name) => [name, ...letters]))
  const held = permissions.map((name) => [name, lettersOf('reseller', name), lettersOf('platform', name)])
  expect(held.toSorted()).toEqual(rows.toSorted())
})

test('a console route without a permission does not compile, nor another route with one', () => {
  const base = { method: 'GET', path: '/api/x', summary: '', input: Nothing, output: Done, errors: [] } as const
  // @ts-expect-error: what it needs is not named.
  const open = route({ ...base, access: 'staff' })
  // @ts-expect-error: nobody grants that.
  const misspelt = route({ ...base, access: 'staff', permission: 'users.reed' })
  // @ts-expect-error: users have no permissions.
  const mixed = route({ ...base, access: 'user', permission: 'users.read' })
  const right = route({ ...base, access: 'staff', permission: 'users.read', output: Type.Object({}) })
  expect([open, misspelt, mixed, right].map(({ access }) => access)).toEqual(['staff', 'staff', 'user', 'staff'])
})
