import { expect, it } from 'vitest'

import { areaPath } from './area-path.ts'

it('spreads the values over the box; the highest one touches its top', () => {
  const { line, area } = areaPath([0, 50, 100, 25], { width: 90, height: 40 })
  expect(line).toBe('M0 40L30 20L60 0L90 30')
  expect(area).toBe('M0 40L30 20L60 0L90 30V40H0Z')
})

it('keeps apart the way to a value that still grows', () => {
  const { line, rest, area } = areaPath([0, 50, 100, 25], { width: 90, height: 40, isOpen: true })
  expect([line, rest, area]).toEqual(['M0 40L30 20L60 0', 'M60 0L90 30', 'M0 40L30 20L60 0V40H0Z'])
})

it.each([[[]], [[5]], [[0, 0, 0]]])('draws nothing for %j', (values) => {
  expect(areaPath(values, { width: 90, height: 40 })).toEqual({ line: '', rest: '', area: '' })
})
