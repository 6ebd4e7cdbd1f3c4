import { expect, it } from 'vitest'

import { CARD_RANDOM_SYMBOLS, makeCardCode, showCardCode } from '../../../contract/card-code.ts'
import { readTypedCodes } from './typed-codes.ts'

const codeOf = (seed: number) =>
  makeCardCode(Array.from({ length: CARD_RANDOM_SYMBOLS }, (_unused, at) => (at * 7 + seed) % 32)) ?? codeOf2(seed)
const codeOf2 = (seed: number): string => codeOf(seed + 100)
const first = codeOf(1)
const second = codeOf(2)

it('takes one key per line, in any spelling', () => {
  const typed = `\n ${showCardCode(first).toLowerCase()} \r\n\n${second}\n`
  expect(readTypedCodes(typed)).toEqual({ codes: [first, second], checkedCount: 2, wrong: [] })
})

it('accepts a list with commas', () => {
  expect(readTypedCodes(`${first}，${second}`).codes).toEqual([first, second])
})

it('sends each key once', () => {
  expect(readTypedCodes(`${first}\n${showCardCode(first)}`).codes).toEqual([first])
})

it('names the lines with a typing error', () => {
  const swapped = first[1]! + first[0]! + first.slice(2)
  expect(first[0]).not.toBe(first[1])
  expect(readTypedCodes(`${second}\n${swapped}\nabc`)).toEqual({
    codes: [second],
    checkedCount: 1,
    wrong: [
      { line: 2, typed: swapped },
      { line: 3, typed: 'abc' },
    ],
  })
})

it('counts several keys in one line as that line', () => {
  expect(readTypedCodes(`\n${first}，abc，xyz\n\n${second}; 123`).wrong).toEqual([
    { line: 2, typed: 'abc' },
    { line: 2, typed: 'xyz' },
    { line: 4, typed: '123' },
  ])
})

it('reports no error for an empty field', () => {
  expect(readTypedCodes(' \n ')).toEqual({ codes: [], checkedCount: 0, wrong: [] })
})

it('takes a gift code of the panel that the reseller came from', () => {
  expect(readTypedCodes('gc0a-1b2c-3d4e-5f\nshort')).toEqual({
    codes: ['GC0A1B2C3D4E5F'],
    checkedCount: 0,
    wrong: [{ line: 2, typed: 'short' }],
  })
})

it('counts no half of a key as one that can be redeemed', () => {
  expect(readTypedCodes(showCardCode(first).slice(0, 24)).checkedCount).toBe(0)
})
