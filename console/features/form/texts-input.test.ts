import { expect, it } from 'vitest'

import { hasFirstText, NO_TEXTS, textsInput } from './texts-input.ts'

const text = { title: '升级', body: '今晚两点' }

it('sends the first language as it is, and another only if something is written in it', () => {
  expect(textsInput({ ...NO_TEXTS, 'zh-CN': text })).toEqual(text)
  const blank = { title: '  ', body: '\n' }
  const titled = { title: 'Upgrade', body: '' }
  expect(textsInput({ 'zh-CN': text, 'zh-TW': blank, en: titled })).toEqual({ ...text, en: titled })
  expect(textsInput({ 'zh-CN': text, 'zh-TW': { title: '', body: '內文' }, en: blank })).toEqual({
    ...text,
    'zh-TW': { title: '', body: '內文' },
  })
})

it('has a first text only with a title and a body', () => {
  expect(hasFirstText({ ...NO_TEXTS, 'zh-CN': text })).toBe(true)
  expect(hasFirstText({ ...NO_TEXTS, 'zh-CN': { ...text, body: ' ' } })).toBe(false)
  expect(hasFirstText({ ...NO_TEXTS, 'zh-CN': { ...text, title: '' } })).toBe(false)
  expect(hasFirstText({ ...NO_TEXTS, en: text })).toBe(false)
})
