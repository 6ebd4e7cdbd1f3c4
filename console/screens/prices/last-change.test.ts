import { expect, it } from 'vitest'

import { undoOf } from './last-change.ts'

const offer = (packageId: string) => ({ packageId, period: 'month' as const })

it('brings old prices back, takes new offers off sale, and leaves later changes alone', () => {
  const last = {
    atMs: 0,
    rows: [
      { ...offer('1'), retailFen: 2000, newRetailFen: 1490 },
      { ...offer('2'), retailFen: 800, newRetailFen: 1490 },
      { ...offer('3'), retailFen: null, newRetailFen: 1490 },
      { ...offer('4'), retailFen: 2000, newRetailFen: 1490 },
    ],
  }
  const now = ['1', '2', '3', '4'].map((id) => ({
    ...offer(id),
    retailFen: id === '4' ? 1600 : 1490,
    wholesaleFen: 1000,
  }))
  expect(undoOf(last, now)).toEqual({
    changes: [
      { ...offer('1'), retailFen: 2000 },
      { ...offer('2'), retailFen: 800, confirm: { retailFen: 800, wholesaleFen: 1000 } },
    ],
    off: [offer('3')],
  })
})
