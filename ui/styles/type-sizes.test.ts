import { expect, test } from 'vitest'

import { findSources } from '../test/sources.ts'

const sheets = findSources('css')
const find = (rule: RegExp) => sheets.filter(({ text }) => rule.test(text)).map(({ file }) => file)

test('scales text and breakpoints with the reader’s font size', () => {
  expect(find(/(?:font-size|line-height): [\d.]+rem/).length).toBeGreaterThan(50)
  expect(find(/(?:font-size|line-height|font): [\d.]+px/)).toEqual([])
  expect(find(/@media \(width [<>=]+ [\d.]+em\)/).length).toBeGreaterThan(20)
  expect(find(/@media[^{]*\d+px/)).toEqual([])
})
