import { expect, test } from 'vitest'

import { insertTemplate } from './insert-text.ts'

const picture = (pictureId: string) => ({ pictureId, width: 8, height: 8 })
const first = { text: 'First.', pictures: [picture('a')] }
const next = { text: 'Next.', pictures: [picture('b')] }

test('a template that nobody touched gives way to the next, with its pictures', () => {
  const filled = insertTemplate({ text: ' ' }, first)
  expect(filled).toEqual({ ...first, filled: 'First.' })
  expect(insertTemplate(filled, next)).toEqual({ ...next, filled: 'Next.' })
})

test('own words stay above it, and so do their pictures, up to three', () => {
  const mine = { text: 'First. And more.\n', filled: 'First.', pictures: first.pictures }
  const both = insertTemplate(mine, next)
  expect(both.text).toBe('First. And more.\n\nNext.')
  expect(both.pictures?.map(({ pictureId }) => pictureId)).toEqual(['a', 'b'])
  const many = { text: 'x', pictures: ['a', 'c', 'd'].map(picture) }
  const full = insertTemplate(mine, many)
  expect(full.pictures?.map(({ pictureId }) => pictureId)).toEqual(['a', 'c', 'd'])
})
