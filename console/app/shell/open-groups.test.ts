import { expect, it } from 'vitest'

import { openGroups } from './open-groups.ts'

const groups = [
  { group: 'groupToday', entries: [{ path: '' }] },
  { group: 'groupCustomers', entries: [{ path: 'users' }, { path: 'tickets' }] },
  { group: 'groupSales', entries: [{ path: 'orders' }, { path: 'money' }] },
  { group: 'groupTeam', entries: [{ path: 'team' }, { path: 'audit' }] },
] as const

it('opens the first group and that of the page, else the second', () => {
  expect(openGroups(groups, '/', null)).toEqual(['groupCustomers', 'groupSales'])
  expect(openGroups(groups, '/users/7', null)).toEqual(['groupCustomers', 'groupSales'])
  expect(openGroups(groups, '/audit', null)).toEqual(['groupCustomers', 'groupTeam'])
})

it('does what the member pressed until the page changes', () => {
  expect(openGroups(groups, '/', { group: 'groupTeam', at: '/' })).toEqual(['groupCustomers', 'groupTeam'])
  expect(openGroups(groups, '/', { group: null, at: '/' })).toEqual(['groupCustomers'])
  expect(openGroups(groups, '/orders', { group: 'groupTeam', at: '/' })).toEqual(['groupCustomers', 'groupSales'])
})

it('never opens more than two, so that the rail fits', () => {
  for (const path of ['/', '/users', '/orders', '/audit', '/nowhere']) {
    expect(openGroups(groups, path, null).length, path).toBeLessThanOrEqual(2)
  }
  expect(openGroups([], '/', null)).toEqual([])
})
