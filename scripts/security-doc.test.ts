import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { root } from './step.ts'

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

/** The rows of all tables whose last column is `test`, as their last cell's labels. */
function findClaims(text: string): { claim: string; labels: string[] }[] {
  const tables = text.split('\n\n').filter((part) => /^\|.*\| test +\|$/.test(part.split('\n')[0]!))
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => {
        const cells = row.split(' | ')
        const labels = [...cells.at(-1)!.matchAll(/\[([a-z0-9-]+)\]/g)].map(([, label]) => label!)
        return { claim: cells[0]!.slice(2).trim(), labels }
      }),
  )
}

function findDefinitions(text: string): [label: string, file: string][] {
  return [...text.matchAll(/^\[([a-z0-9-]+)\]: \.\.\/(\S+)$/gm)].map(([, label, file]) => [label!, file!])
}

test.each([
  ['docs/security.md', 140],
  ['docs/known-weaknesses.md', 30],
])('every claim of %s names its tests', (document, least) => {
  const text = read(document)
  const claims = findClaims(text)
  const definitions = findDefinitions(text)
  const used = new Set(claims.flatMap(({ labels }) => labels))
  expect(claims.length).toBeGreaterThan(least)
  expect(claims.filter(({ labels }) => labels.length === 0)).toEqual([])
  expect(definitions.filter(([label]) => !used.has(label))).toEqual([])
  const withoutTests = definitions.filter(
    ([, file]) => !/\.(?:test|spec)\.ts$/.test(file) || !/\b(?:it|test)\b/.test(read(file)),
  )
  expect(withoutTests).toEqual([])
})

test('notices a claim without a test', () => {
  const text = 'A page.\n\n| claim | test |\n| --- | --- |\n| Proved | [one] [two] |\n| Only said | |\n'
  expect(findClaims(text).map(({ labels }) => labels)).toEqual([['one', 'two'], []])
})
