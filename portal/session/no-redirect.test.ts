import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { findSources } from '../../ui/test/sources.ts'

const web = path.join(import.meta.dirname, '..')

/** Finds every `call(api.x.y, …)` in the code of the portal and `ui` whose options contain `noRedirect`. */
function callsWithoutRedirect(): Set<string> {
  const found = new Set<string>()
  for (const { file, text } of findSources('{ts,tsx}', ['portal', 'ui'])) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const [, name, options] of text.matchAll(/\bcall\(\s*api\.(\w+\.\w+),((?:(?!\bcall\()[^;])*)/g)) {
      if (/\bnoRedirect\b/.test(options!)) found.add(name!)
    }
  }
  return found
}

test('the calls that leave a 401 to their caller are those that the documentation lists', () => {
  const text = readFileSync(path.join(web, '../docs/front-ends.md'), 'utf8')
  const section = /## Which calls leave a 401[^]*?(?=\n## )/.exec(text)![0]
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+\.\w+)`/g)].map((match) => match[1]!))
  expect([...callsWithoutRedirect()].sort()).toEqual(named.sort())
  expect(named.length).toBeGreaterThan(10)
})
