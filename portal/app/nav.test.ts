import { expect, it } from 'vitest'

import { userChildren } from '../../contract/page-paths.ts'
import { userPath } from '../paths.ts'
import { isOffered, placeOf, titleOf } from './nav.ts'

it.each([
  ['/user', 'home'],
  ['/user/', 'home'],
  ['/user/tcBuy', 'tcBuy'],
  ['/user/tcbuy', 'tcBuy'],
  ['/user/line_list/', 'line_list'],
])('the title of %s is that of the screen its route shows', (path, title) => {
  expect(titleOf(path)).toBe(title)
})

it.each([
  ['/user/userPay', null, true, true],
  ['/user/userPay', false, true, false],
  ['/user/open_agency', true, true, true],
  ['/user/tcBuy', false, false, true],
  ['/user/emailBind', true, true, true],
  ['/user/emailBind', true, false, false],
])('%s, with online sale %s and mail %s, is offered: %s', (path, sellsOnline, hasMail, offered) => {
  expect(isOffered(path, { sellsOnline, hasMail })).toBe(offered)
})

it('gives every page a different name', () => {
  const names = userChildren.map((child) => titleOf(userPath(child)))
  expect(new Set(names).size).toBe(userChildren.length)
})

it.each([
  ['/user', 'home', true],
  ['/user/line_list', 'lines', true],
  ['/user/LINE_LIST/', 'lines', true],
  ['/user/line_install', 'lines', false],
  ['/user/speedMode', 'lines', false],
  ['/user/tcBuy', 'packages', true],
  ['/user/userPay', 'mine', false],
  ['/user/balance', 'mine', false],
  ['/user/message', 'mine', false],
  ['/user/change_pass', 'mine', false],
])('%s belongs to %s and is that place itself: %s', (path, place, isPlace) => {
  expect(placeOf(path)).toEqual({ place, isPlace })
})
