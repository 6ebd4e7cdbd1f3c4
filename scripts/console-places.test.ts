import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { loadCommands } from '../server/cli/commands.ts'
import { findSources } from '../ui/test/sources.ts'
import { consolePlaces } from './console-places.ts'

const commands = await loadCommands()
const names = commands.map(({ name }) => name)
const operations = readFileSync('docs/operations/commands.md', 'utf8')
const table = operations.split('## Commands without a place in the console\n')[1]!.split('\n#')[0]!
const reasons = new Map(
  [...table.matchAll(/^\| (`[^|]+`) +\| ([^|]+) \|$/gm)].flatMap(([, list, reason]) =>
    [...list!.matchAll(/`([^`]+)`/g)].map(([, name]) => [name!, reason!.trim()] as const),
  ),
)
const screens = findSources('ts', ['console'])
  .filter(({ file }) => file.startsWith('console/app/'))
  .flatMap(({ text }) => [...text.matchAll(/^ {4}path: '([^']*)'/gm)].map(([, path]) => path!))

it('every command has a place in the console or a reason why not', () => {
  expect(names.filter((name) => !(name in consolePlaces) && !reasons.has(name))).toEqual([])
  expect(names.filter((name) => name in consolePlaces && reasons.has(name))).toEqual([])
})

it('every place and reason belongs to an existing command, and every place is a screen', () => {
  expect([...Object.keys(consolePlaces), ...reasons.keys()].filter((name) => !names.includes(name))).toEqual([])
  expect(screens).toContain('nodes/:id/enrol')
  const missing = Object.entries(consolePlaces).filter(([, path]) => !screens.includes(path))
  expect(missing).toEqual([])
  for (const [name, reason] of reasons) expect([name, reason.length > 20]).toEqual([name, true])
})
