import { expect, it } from 'vitest'

import { viewOf } from './view-of.ts'

it('a view is the same for any order of its parts and on every page', () => {
  const view = viewOf(new URLSearchParams('sort=-balance&q=鱼&state=active'))
  expect(viewOf(new URLSearchParams('state=active&cursor=x.1&q=鱼&sort=-balance'))).toBe(view)
  expect(viewOf(new URLSearchParams(view))).toBe(view)
  expect(viewOf(new URLSearchParams('cursor=x'))).toBe('')
})
