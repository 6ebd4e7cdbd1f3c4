import { expect, it } from 'vitest'

import { fitSize } from './save-poster.ts'

const each = (characters: number) => (px: number) => px * characters

it('keeps the wanted size where a name has room', () => {
  expect(fitSize(100, 1000, each(8))).toBe(100)
})

it('makes a long name smaller until it fits, but never unreadable', () => {
  expect(fitSize(100, 1000, each(40))).toBe(25)
  expect(fitSize(100, 1000, each(1000))).toBe(12)
})
