import { expect, it } from 'vitest'

import { csvText } from './export-button.tsx'

it('is a table that a spreadsheet opens', () => {
  expect(
    csvText([
      ['a', 'b'],
      ['1,5', 'he said "no"\nand left'],
    ]),
  ).toBe('\uFEFFa,b\r\n"1,5","he said ""no""\nand left"\r\n')
})

it.each(['=1+1', '+86', '-1', '@x'])('%s stays a text', (text) => {
  expect(csvText([[text]])).toBe(`\uFEFF'${text}\r\n`)
})
