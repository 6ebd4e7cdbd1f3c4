import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const web = path.join(import.meta.dirname, '..')
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
const find = (rule: RegExp) => sheets.filter((file) => rule.test(readFileSync(path.join(web, file), 'utf8')))

test('letters, and where a layout changes, follow the size of letters a reader has set', () => {
  expect(find(/(?:font-size|line-height): [\d.]+rem/).length).toBeGreaterThan(50)
  expect(find(/(?:font-size|line-height|font): [\d.]+px/)).toEqual([])
  expect(find(/@media \(width [<>=]+ [\d.]+em\)/).length).toBeGreaterThan(20)
  expect(find(/@media[^{]*\d+px/)).toEqual([])
})
