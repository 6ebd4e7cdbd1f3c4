import { expect, it } from 'vitest'

import { builtInRoles, type Permission, type TeamScope } from '../../contract/permissions.ts'
import type { RoleName } from '../../contract/role-names.ts'
import { openScreens } from './screens.ts'

type Viewer = { scope: TeamScope; role: RoleName; isInOffice: boolean }

function pathsFor({ scope, role, isInOffice }: Viewer): string[] {
  const held = builtInRoles[scope][role]
  const may = (permission: Permission | 'own') => permission === 'own' || held.has(permission)
  return openScreens({ isInOffice, may }).map(({ path }) => path)
}

it('support of a reseller opens users, sales, keys and notices, but neither money nor prices', () => {
  expect(pathsFor({ scope: 'reseller', role: 'support', isInOffice: true })).toEqual([
    '',
    'users',
    'users/renewals',
    'users/:id',
    'tickets',
    'tickets/:id',
    'network',
    'orders',
    'orders/:id',
    'payments',
    'payments/:id',
    'cards',
    'cards/keys',
    'cards/gifts',
    'invites',
    'notices',
    'clients',
    'account',
  ])
})

it('finance sees money, but neither the team nor the brand', () => {
  const paths = pathsFor({ scope: 'reseller', role: 'finance', isInOffice: true })
  expect(paths).toEqual(expect.arrayContaining(['money', 'prices', 'invites', 'agencies']))
  for (const path of ['team', 'brand', 'bulk', 'audit', 'payment']) expect(paths).not.toContain(path)
})

it('an owner opens every screen of an office, and none of the platform', () => {
  const paths = pathsFor({ scope: 'reseller', role: 'owner', isInOffice: true })
  expect(paths).toEqual(openScreens({ isInOffice: true, may: () => true }).map(({ path }) => path))
  for (const path of ['resellers', 'books', 'machine', 'nodes']) expect(paths).not.toContain(path)
})

it('platform staff see the platform outside an office, and the office inside one', () => {
  const outside = pathsFor({ scope: 'platform', role: 'owner', isInOffice: false })
  expect(outside).toEqual(openScreens({ isInOffice: false, may: () => true }).map(({ path }) => path))
  expect(outside).not.toContain('users')
  const inside = pathsFor({ scope: 'platform', role: 'support', isInOffice: true })
  expect(inside).toContain('users')
  for (const path of ['resellers', 'money', 'prices']) expect(inside).not.toContain(path)
})

it('a member without any permission opens only the own account', () => {
  const may = (permission: Permission | 'own') => permission === 'own'
  for (const isInOffice of [true, false]) {
    expect(openScreens({ isInOffice, may }).map(({ path }) => path)).toEqual(['account'])
  }
})

it('a bookkeeper opens the statements and the own account, and lands on the statements', () => {
  const may = (permission: Permission | 'own') => permission === 'own' || permission === 'statements.read'
  expect(openScreens({ isInOffice: true, may }).map(({ path }) => path)).toEqual(['money', 'account'])
})
