import { expect, it } from 'vitest'

import { filterText } from './filter-text.ts'

const options = [{ value: 'paid', label: '已付' }]

it.each([
  [{ kind: 'choice', options } as const, 'paid', '已付'],
  [{ kind: 'choice', options } as const, 'of another release', 'of another release'],
  [{ kind: 'money' } as const, '1250', '¥12.50'],
  [{ kind: 'number', unit: '天' } as const, '7', '7 天'],
  [{ kind: 'number' } as const, '7', '7'],
  [{ kind: 'day' } as const, '2026-11-01', '2026-11-01'],
])('%j with the value %s reads %s', (field, value, text) => {
  expect(filterText({ key: 'x', label: 'x', ...field }, value)).toBe(text)
})
