import { expect, it } from 'vitest'

import { makeCardCode, showCardCode } from '../../../contract/card-code.ts'
import { giftCodeIn } from '../../session/gift.ts'
import { rememberReturnPath } from '../../session/return-path.ts'
import { codeInFragment } from './scanned-code.ts'

const codes = Array.from({ length: 8 }, (_, number) => makeCardCode(Array.from({ length: 27 }, () => number)))
const code = codes.find((made) => made !== null)!
const mistyped = `${code.slice(0, -1)}${code.endsWith('Z') ? 'Y' : 'Z'}`

it('reads the key of a scanned card from the fragment, however it is written', () => {
  expect(codeInFragment(`#${showCardCode(code)}`)).toBe(showCardCode(code))
  expect(codeInFragment(`#${code.toLowerCase()}`)).toBe(showCardCode(code))
})

it.each(['', '#', '#section', '#a-long-section', '#%3Cb%3E12345678'])('reads no key from %j', (hash) => {
  expect(codeInFragment(hash)).toBe('')
})

it.each([mistyped, showCardCode(code).slice(0, -2), code.slice(0, 9)])(
  'keeps a damaged key as it is: %s',
  (written) => {
    expect(codeInFragment(`#${written}`)).toBe(written)
  },
)

it('carries the fragment past signing in by the state, not by the address', () => {
  const place = { pathname: '/user/kmList', search: '?app_key=1', hash: `#${showCardCode(code)}` }
  expect(rememberReturnPath(place)?.returnTo).toBe(`/user/kmList?app_key=1#${showCardCode(code)}`)
})

it('finds the key of a gift in that state, for the note above the forms, and in no other', () => {
  const place = { pathname: '/user/kmList', search: '?app_key=1', hash: `#${showCardCode(code)}` }
  expect(giftCodeIn(rememberReturnPath(place))).toBe(showCardCode(code))
  expect(giftCodeIn(rememberReturnPath({ ...place, hash: '' }))).toBeNull()
  expect(giftCodeIn(rememberReturnPath({ ...place, pathname: '/user/tcBuy' }))).toBeNull()
  for (const state of [null, {}, { returnTo: 5 }, { returnTo: `//evil.example/user/kmList#${code}` }]) {
    expect(giftCodeIn(state)).toBeNull()
  }
})
