import { expect, it } from 'vitest'

import { stacked } from './plot-options.ts'

it('stacks bars and paints the tallest first', () => {
  const series = [
    { label: 'margin', tone: 'main' as const, values: [1, 2] },
    { label: 'wholesale', tone: 'soft' as const, values: [10, 20] },
  ]
  expect(stacked(series)).toEqual([
    [11, 22],
    [1, 2],
  ])
})
