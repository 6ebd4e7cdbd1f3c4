import { expect, it } from 'vitest'

import { merged, turned } from './ticked.ts'

const keys = new Set(['1', '2', '9'])
const keyOf = ({ id }: { id: number }) => String(id)
const rows = [{ id: 1 }, { id: 2 }, { id: 3 }]

it('ticks a row that is not ticked, unticks one that is, and leaves the set before it alone', () => {
  expect([...turned(keys, '3')]).toEqual(['1', '2', '9', '3'])
  expect([...turned(keys, '2')]).toEqual(['1', '9'])
  expect([...keys]).toEqual(['1', '2', '9'])
})

it('keeps what is ticked on other pages when a page is ticked or cleared', () => {
  expect([...merged(keys, rows, rows, keyOf)].toSorted()).toEqual(['1', '2', '3', '9'])
  expect([...merged(keys, rows, [], keyOf)]).toEqual(['9'])
  expect([...merged(keys, rows, [{ id: 3 }], keyOf)]).toEqual(['9', '3'])
})
