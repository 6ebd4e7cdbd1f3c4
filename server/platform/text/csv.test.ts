import { expect, test } from 'vitest'

import { writeCsv } from './csv.ts'

const cellOf = (text: string) => writeCsv([[text]]).slice(1, -2)

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t'])(
  'a cell that begins with %j is text, not a formula',
  (sign) => {
    expect(cellOf(`${sign}cmd`)).toBe(`'${sign}cmd`)
  },
)

test.each([' ', '\u3000', '\u00a0'])(
  'neither is a cell that begins with %j and a sign, because some spreadsheets trim',
  (blank) => {
    expect(cellOf(`${blank}＝1+1`)).toBe(`'${blank}＝1+1`)
  },
)

test('amounts stay numbers, also below zero', () => {
  expect(writeCsv([['-1234.56', '0.05', '7']])).toBe('\uFEFF-1234.56,0.05,7\r\n')
  expect(cellOf('-1+1')).toBe("'-1+1")
})

test('quotes what would end a cell or a line', () => {
  expect(cellOf('a,"b"')).toBe('"a,""b"""')
  expect(cellOf('\r=1')).toBe('"\'\r=1"')
  expect(cellOf('a＝b')).toBe('a＝b')
})
