import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { root } from './step.ts'

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const pages = readdirSync(path.join(root, 'docs/asvs')).map((name) => `docs/asvs/${name}`)
/** What a row is counted as: by its first word here, because a reason says that a test beside it is not the whole. */
const REASONS = ['no test', 'deviation', 'not applicable', 'page'] as const

type Row = { number: string; asks: string; answer: string; labels: string[]; reasons: string[]; kind: string }

function readRows(text: string): Row[] {
  const lines = [...text.matchAll(/^\| v5\.0\.0-([\d.]+) +\| (.*?) +\| (.*?) +\|$/gm)]
  return lines.map(([, number = '', asks = '', answer = '']) => {
    const labels = [...answer.matchAll(/\[([a-z0-9-]+)\](?!\()/g)].map(([, label]) => label!)
    const told = REASONS.filter((reason) => new RegExp(`(?:^|; )${reason}: \\S`).test(answer))
    return {
      number,
      asks,
      answer,
      labels,
      reasons: [...told],
      kind: told[0] ?? (labels.length > 0 ? 'test' : 'nothing'),
    }
  })
}

const rows = pages.flatMap((page) => readRows(read(page)))
const countOf = (kind: string) => rows.filter((row) => row.kind === kind).length

test('each requirement stands once, in few words, with a test or a reason', () => {
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
  expect(rows.filter(({ kind }) => kind === 'nothing')).toEqual([])
  expect(rows.filter(({ asks }) => asks.split(' ').length > 10)).toEqual([])
  expect(rows.filter(({ kind, answer }) => kind === 'page' && !/\]\(|`/.test(answer))).toEqual([])
})

test('each label is defined and leads to a test', () => {
  for (const page of pages) {
    const text = read(page)
    const defined = [...text.matchAll(/^\[([a-z0-9-]+)\]: \.\.\/\.\.\/(\S+)$/gm)]
    const used = new Set(readRows(text).flatMap(({ labels }) => labels))
    expect([page, defined.map(([, label]) => label!).toSorted()]).toEqual([page, [...used].toSorted()])
    for (const [, , file] of defined) expect(file).toMatch(/\.(?:test|spec)\.ts$/)
  }
})

test('docs/asvs.md counts what its pages have, and lists what has no test', () => {
  const index = read('docs/asvs.md')
  const line =
    `${rows.length} requirements: ${countOf('test')} have a test, ${countOf('page')} a page, ` +
    `${countOf('deviation')} are deviations, ${countOf('not applicable')} not applicable, ${countOf('no test')} without a test.`
  expect(rows).toHaveLength(253)
  expect(index.replaceAll(/\s+/g, ' ')).toContain(line)
  const listed = [...index.matchAll(/^- ([\d.]+) /gm)].map(([, number]) => number)
  expect(listed).toEqual(rows.filter(({ kind }) => kind === 'no test').map(({ number }) => number))
  const [, deviations = ''] = /## Deviations\n([^]*)$/.exec(index)!
  expect(deviations.match(/\b\d+\.\d+\.\d+\b/g)).toEqual(
    rows.filter(({ kind }) => kind === 'deviation').map(({ number }) => number),
  )
})

test.each([
  ['[one] [two]', 'test'],
  ['deviation: it is theirs ([one])', 'deviation'],
  ['[one]; no test: the other half', 'no test'],
  ['not applicable: no LDAP', 'not applicable'],
  ['deviation:', 'nothing'],
  ['it is fine', 'nothing'],
])('reads "%s" as %s', (answer, kind) => {
  expect(readRows(`| v5.0.0-1.1.1 | Something | ${answer} |`).map((row) => row.kind)).toEqual([kind])
})
