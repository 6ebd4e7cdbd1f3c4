import { expect, test } from 'vitest'

import { hasLink, textHash } from './spam-signs.ts'

test.each([
  'https://evil.example/x',
  'see www.evil.example',
  'buy at evil.com now',
  'evil.top',
  'tg://resolve?domain=x',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'ev\u200Bil.com',
  '加群 t.me/abc',
  'portal.example.evil.com',
  'https://portal.example.evil.com',
])('a link: %s', (text) => expect(hasLink(text, 'portal.example')).toBe(true))

test.each([
  '没反应，网页打不开。',
  'my mail is a@b.com',
  'version 1.2.3 does not start...',
  'It stopped.Then it came back',
  'https://portal.example/user does not open',
  'portal.example is slow',
])('no link: %s', (text) => expect(hasLink(text, 'portal.example')).toBe(false))

test('texts are the same whatever their case, spaces and punctuation', () => {
  expect(textHash('Free  NODES, here!')).toEqual(textHash('free nodes here'))
  expect(textHash('免费\u200B节点！')).toEqual(textHash('免费 节点'))
  expect(textHash('free nodes here')).not.toEqual(textHash('free nodes there'))
  expect(textHash('???')).not.toEqual(textHash('!!!'))
})
