import { expect, it } from 'vitest'

import { isOffered, titleOf } from './nav.ts'

it.each([
  ['/user', 'home'],
  ['/user/', 'home'],
  ['/user/tcBuy', 'tcBuy'],
  ['/user/tcbuy', 'tcBuy'],
  ['/user/line_list/', 'line_list'],
])('%s is headed as the screen its route shows', (path, title) => {
  expect(titleOf(path)).toBe(title)
})

it.each([
  ['/user/userPay', null, true, true],
  ['/user/userPay', false, true, false],
  ['/user/open_agency', true, true, true],
  ['/user/tcBuy', false, false, true],
  ['/user/emailBind', true, true, true],
  ['/user/emailBind', true, false, false],
])('%s where online sale is %s and mail %s: offered %s', (path, sellsOnline, hasMail, offered) => {
  expect(isOffered(path, { sellsOnline, hasMail })).toBe(offered)
})
