import path from 'node:path'
import { expect, test } from 'vitest'

import { findSources } from '../test/sources.ts'

const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g

test('names no class that its stylesheet does not have, and has none that nobody names', () => {
  const sheets = new Map(findSources('module.css').map(({ file, text }) => [file, text]))
  const named = new Map([...sheets.keys()].map((file) => [file, new Set<string>()]))
  const wrong: string[] = []
  for (const { file, text } of findSources('{ts,tsx}')) {
    for (const [line, name, from] of text.matchAll(IMPORT)) {
      const sheet = path.posix.join(path.posix.dirname(file), from!)
      const uses = text.replace(line, '').matchAll(new RegExp(`(?<![\\w'-])${name}\\.(\\w+)`, 'g'))
      for (const [, use] of uses) {
        if (!classesOf(sheets.get(sheet) ?? '').has(use!)) wrong.push(`${file}: ${name}.${use}`)
        named.get(sheet)?.add(use!)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(named.size).toBeGreaterThan(100)
})

function classesOf(sheet: string): Set<string> {
  return new Set([...sheet.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name]) => name!))
}
