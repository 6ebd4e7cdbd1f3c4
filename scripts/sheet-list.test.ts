import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

import { sheetTable } from '../e2e/sheet-table.ts'

const PORTAL = path.join(import.meta.dirname, '..', 'portal')
const sources = globSync('**/*.{ts,tsx}', { cwd: PORTAL }).map((file) => ({
  file,
  text: readFileSync(path.join(PORTAL, file), 'utf8'),
}))

it('the browser test of the way back opens every component that has a sheet', () => {
  const openers = sources.filter(({ text }) => /from '[./\w-]*\/sheet\.tsx'/.test(text)).map(({ file }) => file)
  expect(openers.length).toBeGreaterThan(20)
  expect(sheetTable.map(({ file }) => file).sort()).toEqual(openers.sort())
})

it('nothing but a sheet lies over the page: the way back would not close it', () => {
  const overlay = /\b(?:Modal|Drawer|Dialog|Menu|Popover|Combobox|Select|HoverCard|Spotlight)\b[^'\n]*from '@mantine/
  const others = sources.filter(({ text }) => overlay.test(text) || text.includes('<dialog')).map(({ file }) => file)
  expect(others).toEqual(['components/sheet.tsx'])
})
