import { expect, it } from 'vitest'

import { agoText, momentText, spanText } from './moment-text.ts'

const NOW = Date.parse('2026-11-14T12:00:00Z')

it.each([
  ['2026-11-14T12:00:30Z', '刚才'],
  ['2026-11-14T11:59:40Z', '刚才'],
  ['2026-11-14T11:57:10Z', '2 分钟前'],
  ['2026-11-14T11:00:00Z', '1 小时前'],
  ['2026-11-13T11:59:00Z', '昨天'],
  ['2026-10-31T12:00:00Z', '14 天前'],
])('%s is %s', (instant, text) => {
  expect(agoText(instant, 'zh-CN', NOW)).toBe(text)
})

it('follows the language', () => {
  expect(agoText('2026-11-14T09:00:00Z', 'en', NOW)).toBe('3 hours ago')
})

it('shows a moment as date and time to the minute', () => {
  expect(momentText('2026-11-14T12:00:00Z')).toMatch(/^2026-11-1[345] \d\d:\d\d$/)
})

it.each([
  [-3, '0 sec'],
  [59.9, '59 sec'],
  [60, '1 min'],
  [3599, '59 min'],
  [7200, '2 hr'],
  [90_000, '1 day'],
])('shows %i s as %s', (seconds, text) => {
  expect(spanText(seconds, 'en')).toBe(text)
})

it('uses the reader’s language', () => {
  expect(spanText(120, 'zh-CN')).toMatch(/^2\s?分钟$/)
  expect(spanText(120, 'zh-TW')).toMatch(/^2\s?分鐘$/)
})
