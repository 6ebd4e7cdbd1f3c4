import { expect, it } from 'vitest'

import { spanText } from './span-text.ts'

it.each([
  [-3, '0 sec'],
  [59.9, '59 sec'],
  [60, '1 min'],
  [3599, '59 min'],
  [7200, '2 hr'],
  [90_000, '1 day'],
])('%i s last %s', (seconds, text) => {
  expect(spanText(seconds, 'en')).toBe(text)
})

it('speaks the reader’s language', () => {
  expect(spanText(120, 'zh-CN')).toMatch(/^2\s?分钟$/)
  expect(spanText(120, 'zh-TW')).toMatch(/^2\s?分鐘$/)
})
