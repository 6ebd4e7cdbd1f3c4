import { expect, it } from 'vitest'

import { canInstall, rateText } from './looks.ts'
import { byRegion, regionsOf } from './region-chips.tsx'

const node = { state: 'up', isFull: false } as const

it.each([
  [node, true],
  [{ ...node, isFull: true }, false],
  [{ ...node, state: 'down' }, false],
  [{ ...node, state: 'maintenance' }, false],
] as const)('%j takes lines: %s', (given, takes) => {
  expect(canInstall(given)).toBe(takes)
})

it('shows a percentage as a multiplier', () => {
  expect([100, 150, 50, 0].map(rateText)).toEqual(['×1', '×1.5', '×0.5', '×0'])
})

it('groups regions in the order of their first appearance', () => {
  const items = ['HK', 'JP', 'HK', 'US'].map((region, at) => ({ region, at }))
  expect(regionsOf(items)).toEqual([
    { region: 'HK', count: 2 },
    { region: 'JP', count: 1 },
    { region: 'US', count: 1 },
  ])
  expect(byRegion(items).map(({ at }) => at)).toEqual([0, 2, 1, 3])
})
