import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  CARD_CODE_LENGTH,
  CARD_RANDOM_SYMBOLS,
  lastFour,
  makeCardCode,
  readCardCode,
  readOldCode,
  showCardCode,
} from './card-code.ts'

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codes = fc
  .array(fc.nat(31), { minLength: CARD_RANDOM_SYMBOLS, maxLength: CARD_RANDOM_SYMBOLS })
  .map(makeCardCode)
  .filter((code) => code !== null)

test('reads a key in any spelling that people type', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toHaveLength(CARD_CODE_LENGTH)
      const shown = showCardCode(code)
      expect(shown).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(shown.endsWith(`-${lastFour(code)}`)).toBe(true)
      const typed = [
        shown,
        ` ${shown.toLowerCase()}\n`,
        shown.replaceAll('-', ' '),
        shown.replaceAll('-', '－'),
        code.replaceAll('0', 'o').replaceAll('1', 'l'),
        code.replaceAll('0', 'O').replaceAll('1', 'I'),
      ]
      for (const text of typed) expect(readCardCode(text)).toBe(code)
    }),
  )
})

test('every single wrong symbol is caught, at every place', () => {
  fc.assert(
    fc.property(codes, (code) => {
      for (let place = 0; place < code.length; place += 1) {
        for (const symbol of SYMBOLS) {
          const typed = code.slice(0, place) + symbol + code.slice(place + 1)
          if (typed !== code) expect(readCardCode(typed)).toBeNull()
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('catches two swapped neighbours, including the check symbol', () => {
  fc.assert(
    fc.property(codes, (code) => {
      for (let place = 0; place + 1 < code.length; place += 1) {
        const [first, second] = [code[place]!, code[place + 1]!]
        const typed = code.slice(0, place) + second + first + code.slice(place + 2)
        if (first !== second) expect(readCardCode(typed)).toBeNull()
      }
    }),
  )
})

test('refuses a key with one symbol too many or too few, or with none', () => {
  fc.assert(
    fc.property(codes, fc.nat(CARD_CODE_LENGTH - 1), (code, place) => {
      expect(readCardCode(code.slice(0, place) + code.slice(place + 1))).toBeNull()
      expect(readCardCode(`${code.slice(0, place)}7${code.slice(place)}`)).toBeNull()
      expect(readCardCode(`${code.slice(0, place)}U${code.slice(place + 1)}`)).toBeNull()
    }),
  )
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => void readCardCode(text)))
})

test('a key with a group too few is no gift code of another panel, so that it is not asked for', () => {
  expect(readOldCode('0123456789ABCDEFGHJKMNPQ')).toBe('0123456789ABCDEFGHJKMNPQ')
  expect(readOldCode('0123456789ABCDEFGHJKMNPQR')).toBeNull()
  expect([readOldCode('a_b-c d e１２３'), readOldCode('abcdefg'), readOldCode('<script>x')]).toEqual([
    'ABCDE123',
    null,
    null,
  ])
  expect(showCardCode('ABCDE1')).toBe('ABCD-E1')
})
