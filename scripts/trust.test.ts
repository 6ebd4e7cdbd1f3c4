import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { root } from './step.ts'
import { readTold, replaces, tell, type Told } from './trust/doc.ts'
import { rows } from './trust/rows.ts'

test('docs/trust.md has every row once, with what it counted or that it was not run', () => {
  const page = readFileSync(path.join(root, 'docs/trust.md'), 'utf8')
  const lines = [...page.matchAll(/^- `([\w-]+)`: (.+)\n {2}- (?:not run|counted: .+\n {2}- run: .+)$/gm)]
  expect(lines.map(([, name, figure]) => [name, figure])).toEqual(
    Object.entries(rows).map(([name, { figure }]) => [name, figure]),
  )
})

test('what a run tells is read again as it was, with its slice and its fault', () => {
  const told = tell('races', { counts: '5 rounds', problems: ['one\nlost'] }, 0.01, 100)
  expect(told.counted).toBe('It does NOT hold: one lost. 5 rounds')
  expect(told.run).toMatch(/^\d{4}-\d\d-\d\d, .+, \d+ cores .+, 2 min, a slice of 0\.01$/)
  expect(
    readTold(`- \`races\`: fifty\n  - counted: ${told.counted}\n  - run: ${told.run}\n- \`x\`: y\n  - not run\n`),
  ).toEqual([told])
})

test('a slice that holds does not stand for the whole, and a fault always does', () => {
  const at = (run: string, counted = '5') => ({ name: 'races', counted, run }) satisfies Told
  const [whole, slice] = [at('today'), at('today, a slice of 0.1')]
  const wrong = at('today, a slice of 0.1', 'It does NOT hold: lost. 5')
  expect([replaces(undefined, slice), replaces(slice, whole), replaces(whole, slice)]).toEqual([true, true, false])
  expect([replaces(whole, wrong), replaces(wrong, slice)]).toEqual([true, true])
})

test.each(['typo', '--scale 0', '--scale 2 races'])('refuses: trust %s', (words) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/trust.ts', ...words.split(' ')], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stderr.includes('races')]).toEqual([2, true])
})
