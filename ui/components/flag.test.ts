import { expect, it } from 'vitest'

import { regionText } from './flag.tsx'

it('names a region shortly in the reader’s language', () => {
  expect([regionText('HK', 'zh-CN'), regionText('HK', 'en')]).toEqual(['香港', 'Hong Kong'])
  expect(regionText('TW', 'zh-TW')).toBe('台灣')
})

it('shows what is no region as it is', () => {
  expect([regionText('QQ', 'en'), regionText('moon', 'en')]).toEqual(['QQ', 'moon'])
})
