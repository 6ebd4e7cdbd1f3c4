import { expect, it } from 'vitest'

import { activeFilters, isTurned, turnFilter } from './turned-filters.ts'

it('turns a filter round and back', () => {
  const turned = turnFilter({ node: '3', package: '5', not: 'package' }, 'node', true)
  expect(turned).toEqual({ node: '3', package: '5', not: 'package,node' })
  expect([isTurned(turned, 'node'), isTurned(turned, 'state')]).toEqual([true, false])
  expect(turnFilter(turned, 'package', false)).toEqual({ node: '3', package: '5', not: 'node' })
})

it.each([
  [
    { node: '3', not: 'node' },
    { node: '3', not: 'node' },
  ],
  [{ node: '', package: '5', not: 'node' }, { package: '5' }],
  [
    { node: '3', package: '5', not: 'node,package' },
    { node: '3', package: '5', not: 'node,package' },
  ],
  [{ not: 'node' }, {}],
])('of %j the filters %j are active', (filters, active) => {
  expect(activeFilters(filters)).toEqual(active)
})
