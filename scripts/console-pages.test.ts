import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

import { doors, pageTable, type PageRow } from '../e2e/console/page-table.ts'
import { findSources } from '../ui/test/sources.ts'

const sources = findSources('{ts,tsx}', ['console'])
/** A screen, and the parts of it beside it. */
const withParts = ({ file, text }: (typeof sources)[number]) => [
  text,
  ...[...text.matchAll(/from '\.\/([\w-]+\.tsx)'/g)].map(
    ([, part]) => sources.find((one) => one.file === file.replace(/[\w-]+\.tsx$/, part!))!.text,
  ),
]
const find = (text: string, what: RegExp) => what.exec(text)?.[1] ?? ''
const routes = sources
  .filter(({ file }) => /^console\/app\/[\w-]*screens\.ts$/.test(file))
  .flatMap(({ text }) => text.split(/^ {2}\{$/m).slice(1))
  .map((text) => ({
    path: find(text, /path: '([^']*)'/),
    scope: find(text, /scope: '(\w+)'/),
    file: `console/${find(text, /'\.\.\/(screens\/[\w/-]+\.tsx)'/)}`,
  }))
const sorted = (rows: readonly { path: string }[]) => rows.map(({ path }) => path).sort()

it('the browser test of words opens every page that has a route', () => {
  const of = (place: string) => sorted(routes.filter(({ scope }) => scope === place || scope === 'any'))
  expect(sorted(pageTable.boss260)).toEqual(of('reseller'))
  expect(sorted(pageTable.operator)).toEqual(of('platform'))
})

it('and every screen without one', () => {
  const folders = new Set(routes.map(({ file }) => file.split('/')[2]))
  const others = readdirSync('console/screens').filter((folder) => !folders.has(folder))
  expect([...doors].sort()).toEqual(others.sort())
})

it('and every tab of a page', () => {
  const tabbed = routes.filter(({ file }) =>
    withParts(sources.find((one) => one.file === file)!).some((text) => text.includes(`get('tab')`)),
  )
  const rows: PageRow[] = Object.values(pageTable).flat()
  expect(new Set(sorted(rows.filter(({ tabs }) => tabs)))).toEqual(new Set(sorted(tabbed)))
})
