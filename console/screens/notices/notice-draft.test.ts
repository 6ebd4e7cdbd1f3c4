import { afterEach, expect, test, vi } from 'vitest'

import { recordText } from '../../../ui/words/date-text.ts'
import { audienceOf, EMPTY, hasAudience, inputOf } from './notice-draft.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a notice planned in New York goes out at the typed time by the business’s clock', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const { publishAt, expiresAt } = inputOf({ ...EMPTY, at: '2026-12-01T02:30', until: '2026-12-02T00:00' })
  expect([publishAt, expiresAt]).toEqual(['2026-11-30T18:30:00.000Z', '2026-12-01T16:00:00.000Z'])
  expect([recordText(publishAt!), recordText(expiresAt!)]).toEqual(['2026-12-01 02:30', '2026-12-02 00:00'])
})

test('a notice without times goes out now and stays', () => {
  expect(inputOf(EMPTY)).not.toHaveProperty('publishAt')
  expect(inputOf(EMPTY)).not.toHaveProperty('expiresAt')
})

test('sends a translation only where one is written', () => {
  const texts = { ...EMPTY.texts, 'zh-CN': { title: '维护', body: '凌晨' }, en: { title: '', body: 'At night' } }
  const input = inputOf({ ...EMPTY, texts })
  expect(input).toMatchObject({ title: '维护', body: '凌晨', en: { title: '', body: 'At night' } })
  expect(input).not.toHaveProperty('zh-TW')
})

test('tells everybody, the users of a package, or those whose package ends soon', () => {
  expect(audienceOf({ ...EMPTY, to: 'all' })).toEqual({ kind: 'all' })
  expect(audienceOf({ ...EMPTY, to: 'package', packageId: '7' })).toEqual({ kind: 'package', packageId: '7' })
  expect(audienceOf({ ...EMPTY, to: 'ending', days: 3 })).toEqual({ kind: 'ending', days: 3 })
})

test('a filter without a condition has no audience: it would meet everybody', () => {
  expect(hasAudience(EMPTY), 'nobody is preset').toBe(false)
  expect(hasAudience({ to: 'filter', filters: {} })).toBe(false)
  expect(hasAudience({ to: 'filter', filters: { state: 'active' } })).toBe(true)
  expect(hasAudience({ to: 'all', filters: {} })).toBe(true)
})
