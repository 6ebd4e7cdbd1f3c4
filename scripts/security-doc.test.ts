import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { root } from './step.ts'

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

/** All items of lists, and the rows of all tables whose last column is `test`, with the labels at their end. */
function findClaims(text: string): { claim: string; labels: string[] }[] {
  return text.split('\n\n').flatMap((part) => {
    const lines = part.trim().split('\n')
    if (part.startsWith('- ')) return part.trim().slice(2).split('\n- ').map(readClaim)
    return /^\|.*\| test +\|$/.test(lines[0]!) ? lines.slice(2).map((row) => readClaim(row.slice(2, -2))) : []
  })
}

function readClaim(text: string): { claim: string; labels: string[] } {
  const [, claim = '', end = ''] = /^(.*?)[\s|]*((?:\s*\[[a-z0-9-]+\])*)\s*$/s.exec(text)!
  return { claim, labels: [...end.matchAll(/[a-z0-9-]+/g)].map(([label]) => label) }
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
  const list = '- Proved on two\n  lines [one] [two]\n- Only said, with [a page](x.md)\n'
  const table = '| claim | test |\n| --- | --- |\n| Proved | [one] [two] |\n| Only said | |\n'
  for (const claims of [list, table]) {
    expect(findClaims(`A page.\n\n${claims}`).map(({ labels }) => labels)).toEqual([['one', 'two'], []])
  }
})
