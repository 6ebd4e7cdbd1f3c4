import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { providers } from '../../contract/providers.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const PARTS = '{bench,cashier,console,contract,portal,scripts,server,ui}/**/*.{ts,tsx}'
const names = Object.keys(providers).join('|')
/** A provider's name beside a comparison, in code or in SQL. Two-way choices make a third provider the last one. */
const COMPARED = new RegExp(
  `[!=]==? ?'(${names})'|'(${names})' ?[!=]==?|\\bcase '(${names})'|provider (=|<>|in) ?\\(?'`,
)
const OWN_FOLDER = new RegExp(`/(${names})/`)

const findCompared = (files: readonly string[], read: (file: string) => string) =>
  files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => COMPARED.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )

test('only a provider itself asks for its name: all others look into the table', () => {
  const all = globSync(PARTS, { cwd: ROOT }).filter((file) => !file.includes('node_modules'))
  const files = all.filter((file) => !OWN_FOLDER.test(file) && !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(2000)
  expect(findCompared(files, (file) => readFileSync(path.join(ROOT, file), 'utf8'))).toEqual([])
})

test.each([
  `return provider === 'alipay' ? a : b`,
  `if ('epay' !== provider) return`,
  `    case 'alipay':`,
  `where m.provider = 'alipay' and x`,
])('sees %s', (line) => {
  expect(findCompared(['a.ts'], () => line)).toHaveLength(1)
})
