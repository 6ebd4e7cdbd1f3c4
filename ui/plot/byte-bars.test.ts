import { expect, it } from 'vitest'

import { byteSteps } from './byte-bars.tsx'

it('has its steps in order, so that an axis can choose among them', () => {
  expect(byteSteps).toEqual(byteSteps.toSorted((a, b) => a - b))
  expect(byteSteps).toContain(2 * 1024 ** 3)
})
