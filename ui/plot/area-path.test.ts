import { expect, it } from 'vitest'

import { areaPath } from './area-path.ts'

it('spreads the values over the box; the highest one touches its top', () => {
  const { line, area } = areaPath([0, 50, 100, 25], 90, 40)
  expect(line).toBe('M0 40L30 20L60 0L90 30')
  expect(area).toBe('M0 40L30 20L60 0L90 30V40H0Z')
})

it.each([[[]], [[5]], [[0, 0, 0]]])('draws nothing for %j', (values) => {
  expect(areaPath(values, 90, 40)).toEqual({ line: '', area: '' })
})
