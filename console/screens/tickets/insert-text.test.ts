import { expect, it } from 'vitest'

import { insertText } from './insert-text.ts'

it('replaces a template that nobody touched', () => {
  expect(insertText('', 'first', null)).toBe('first')
  expect(insertText('first', 'second', 'first')).toBe('second')
})

it('keeps what the member wrote or changed, and comes below it', () => {
  expect(insertText('own words ', 'first', null)).toBe('own words\n\nfirst')
  expect(insertText('first, changed', 'second', 'first')).toBe('first, changed\n\nsecond')
})
