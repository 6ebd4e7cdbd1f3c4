import { expect, it } from 'vitest'

import { csvText } from './export-button.tsx'

it('makes a table that a spreadsheet opens', () => {
  expect(
    csvText([
      ['a', 'b'],
      ['1,5', 'he said "no"\nand left'],
    ]),
  ).toBe('\uFEFFa,b\r\n"1,5","he said ""no""\nand left"\r\n')
})

it.each(['=1+1', '+86', '-1', '@x'])('%s stays plain text', (text) => {
  expect(csvText([[text]])).toBe(`\uFEFF'${text}\r\n`)
})
