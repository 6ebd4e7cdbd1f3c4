import { expect, it } from 'vitest'

import { officeAddress, readPlace } from './office.ts'

it.each([
  ['/console', null],
  ['/console/', null],
  ['/console/r/260', 260],
  ['/console/r/260/users/12', 260],
  ['/console/r/0/', 0],
  // Not a number of a reseller: the router says that there is no such page.
  ['/console/r/26x/users', null],
  ['/console/r/1234567890/', null],
  ['/console/resellers/260', null],
])('%s is the office of %s', (address, named) => {
  const base = named === null ? '/console' : `/console/r/${named}`
  expect(readPlace(address)).toEqual({ named, base })
})

it('leads to the first page of an office, also of the platform’s own brand', () => {
  expect([officeAddress(null), officeAddress(260), officeAddress(0)]).toEqual([
    '/console/',
    '/console/r/260/',
    '/console/r/0/',
  ])
})
