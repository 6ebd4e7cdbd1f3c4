import { expect, it } from 'vitest'

import { regionText } from './flag.tsx'

it('uses the short name of a region in the reader’s language', () => {
  expect([regionText('HK', 'zh-CN'), regionText('HK', 'en')]).toEqual(['香港', 'Hong Kong'])
  expect(regionText('TW', 'zh-TW')).toBe('台灣')
})

it('shows an unknown region unchanged', () => {
  expect([regionText('QQ', 'en'), regionText('moon', 'en')]).toEqual(['QQ', 'moon'])
})
