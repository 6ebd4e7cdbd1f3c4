import { expect, it } from 'vitest'

import { findOffices } from './find-offices.ts'

const offices = [
  { id: 0, title: '鱼线' },
  { id: 260, title: 'Blue Whale' },
  { id: 26, title: '小鱼' },
  { id: 126, title: 'Reef 260' },
]
const found = (search: string) => findOffices(offices, search).map(({ id }) => id)

it('finds an office by a part of its name, or by how its number begins', () => {
  expect(found(' whale ')).toEqual([260])
  expect(found('鱼')).toEqual([0, 26])
  expect(found('26')).toEqual([260, 26, 126])
  expect(found('60')).toEqual([126])
  expect(found('')).toEqual([0, 260, 26, 126])
})
