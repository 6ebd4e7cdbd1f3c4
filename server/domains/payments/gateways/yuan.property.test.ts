import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatFen } from '../../../../contract/money.ts'
import { parseYuan, toYuan } from './gateway.ts'

const fen = fc.integer({ min: 0, max: 99_999_999_999 })

test('every amount is written for a gateway, and read from it, to the fen', () => {
  fc.assert(
    fc.property(fen, (amountFen) => {
      const text = toYuan(amountFen)
      expect(text).toMatch(/^\d+\.\d\d$/)
      expect(parseYuan(text)).toBe(amountFen)
      // Without zeros at the end, as EPay writes it, or as a number.
      expect([parseYuan(String(Number(text))), parseYuan(Number(text))]).toEqual([amountFen, amountFen])
      expect(formatFen(amountFen).replaceAll(',', '')).toBe(text)
      expect(formatFen(-amountFen)).toBe(amountFen === 0 ? '0.00' : `-${formatFen(amountFen)}`)
    }),
    { numRuns: 500 },
  )
})

test('what is no amount in whole fen is none, however near it is', () => {
  fc.assert(
    fc.property(fen, fc.integer({ min: 1, max: 9 }), (amountFen, digit) => {
      for (const text of [`${toYuan(amountFen)}${digit}`, `-${toYuan(amountFen)}`, `${toYuan(amountFen)} `]) {
        expect(parseYuan(text)).toBeNull()
      }
    }),
  )
})
