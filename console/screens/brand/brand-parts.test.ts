import { expect, it } from 'vitest'

import { orNull, partsOf } from './brand-parts.ts'

it('sends long texts one by one, after everything else', () => {
  const text = { 'zh-CN': '条款' }
  expect(partsOf({ agreement: text, title: '海风', help: text, accent: null } as never)).toEqual([
    { title: '海风', accent: null },
    { agreement: text },
    { help: text },
  ])
  expect(partsOf({ help: null } as never)).toEqual([{ help: null }])
  expect(partsOf({})).toEqual([])
})

it('sends headers without empty lines and blanks around them, and none when all are gone', () => {
  expect(partsOf({ feedHeaders: ['announce: a b ', '', ' '] })).toEqual([{ feedHeaders: ['announce: a b'] }])
  expect(partsOf({ feedHeaders: [] })).toEqual([{ feedHeaders: [] }])
  expect(partsOf({ title: '海风' })).toEqual([{ title: '海风' }])
})

it('an empty field returns to the rule of the brand', () => {
  expect([orNull(' '), orNull(' 海风 ')]).toEqual([null, ' 海风 '])
})
