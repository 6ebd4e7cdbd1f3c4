import path from 'node:path'
import { expect, it } from 'vitest'

import { sheetTable } from '../e2e/sheet-table.ts'
import { findSources } from '../ui/test/sources.ts'

const sources = findSources('{ts,tsx}', ['portal', 'ui'])

it('the browser test of the way back opens every component with a sheet', () => {
  const openers = sources.filter(({ text }) => /from '[./\w-]*\/sheet\.tsx'/.test(text)).map(({ file }) => file)
  expect(openers.length).toBeGreaterThan(20)
  expect(sheetTable.map(({ file }) => path.posix.join('portal', file)).sort()).toEqual(openers.sort())
})

it('only sheets cover the page, because the way back closes nothing else', () => {
  const overlay = /\b(?:Modal|Drawer|Dialog|Menu|Popover|Combobox|Select|HoverCard|Spotlight)\b[^'\n]*from '@mantine/
  const others = sources.filter(({ text }) => overlay.test(text) || text.includes('<dialog')).map(({ file }) => file)
  expect(others.sort()).toEqual(['ui/components/auth/auth-sheet.tsx', 'ui/components/sheet.tsx'])
})
