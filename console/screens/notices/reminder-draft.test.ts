import { expect, it } from 'vitest'

import { draftOf, inputOf, sampleOf } from './reminder-draft.ts'

const own = { body: '续费', en: 'Renew', coupon: { code: 'STAY', isValid: true }, changedAt: '2026-11-19T00:00:00Z' }

it('sends what is written, and reads back as it was', () => {
  expect(inputOf('7', draftOf(own))).toEqual({ packageId: '7', body: '续费', en: 'Renew', coupon: 'STAY' })
  expect(inputOf('7', { ...draftOf(null), 'zh-CN': '来', 'zh-TW': ' ' })).toEqual({ packageId: '7', body: '来' })
})

it('shows readers of a language without a text the first one, and ours without any', () => {
  expect(sampleOf('7', draftOf(own), 'zh-TW').body).toBe('续费')
  expect(sampleOf('7', draftOf(own), 'en').body).toBe('Renew')
  expect(sampleOf('7', draftOf(null), 'en')).toEqual({ packageId: '7' })
})
