import { expect, it } from 'vitest'

import { roundBytes } from '../../contract/bytes.ts'

it('has its steps in order, so that an axis can choose among them', () => {
  expect(roundBytes).toEqual(roundBytes.toSorted((a, b) => a - b))
  expect(roundBytes).toContain(2 * 1024 ** 3)
})
