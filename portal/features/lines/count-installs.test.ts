import { beforeEach, expect, it } from 'vitest'

import { useLineState } from '../../state/line.ts'
import { countInstalls, isUnderWay } from './count-installs.ts'

const times = () => useLineState.getState().times

beforeEach(() => useLineState.getState().clear())

it('adds one per node that starts and subtracts one per node that ends', () => {
  const installs = countInstalls()
  expect([installs.show([3]), times()]).toEqual([[], 1])
  expect([installs.show([3, 5]), times()]).toEqual([[], 2])
  expect([installs.show([5]), times()]).toEqual([[3], 1])
  expect([installs.show([]), times()]).toEqual([[5], 0])
})

it('counts a node once, however often it appears', () => {
  const installs = countInstalls()
  installs.show([3])
  installs.show([3, 3])
  expect(times()).toBe(1)
})

it('is 0 after leaving the screen, and counts anew on return', () => {
  const installs = countInstalls()
  installs.show([3, 5])
  installs.leave()
  expect(times()).toBe(0)
  installs.show([5])
  expect(times()).toBe(1)
})

it.each([
  ['installing', true],
  ['moving', true],
  ['active', false],
  ['suspended', false],
  ['failed', false],
] as const)('%s is in progress: %s', (state, expected) => {
  expect(isUnderWay({ state })).toBe(expected)
})
