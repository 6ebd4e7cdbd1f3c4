import { expect, it } from 'vitest'

import { resellerName } from './reseller-name.ts'

it.each([
  [260, '海豚', '海豚 · 260'],
  [65, '', '代理 65'],
  [0, '', '鱼线用户中心 · 0'],
])('reseller %i with the title "%s" is shown as %s', (resellerId, title, shown) => {
  expect(resellerName({ resellerId, title }, '代理 65')).toBe(shown)
})
