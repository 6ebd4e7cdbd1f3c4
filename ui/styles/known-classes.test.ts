import path from 'node:path'
import { expect, test } from 'vitest'

import { findSources } from '../test/sources.ts'

const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g

test('names no class that its stylesheet does not have', () => {
  const sheets = new Map(findSources('module.css').map(({ file, text }) => [file, classesOf(text)]))
  const wrong = findSources('{ts,tsx}').flatMap(({ file, text }) =>
    [...text.matchAll(IMPORT)].flatMap(([line, name, from]) => {
      const classes = sheets.get(path.posix.join(path.posix.dirname(file), from!))
      return [...text.replace(line, '').matchAll(new RegExp(`(?<![\\w'/-])${name}\\.(\\w+)`, 'g'))]
        .map(([, use]) => use!)
        .filter((use) => !classes?.has(use))
        .map((use) => `${file}: ${name}.${use}`)
    }),
  )
  expect(sheets.size).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

function classesOf(sheet: string): Set<string> {
  return new Set([...sheet.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name]) => name!))
}
