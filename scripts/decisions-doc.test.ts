import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { root } from './step.ts'

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const index = read('docs/decisions/README.md')
const records = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map((file) => path.basename(file))

test('docs/decisions/README.md lists every record', () => {
  const listed = [...index.slice(0, index.indexOf('## ')).matchAll(/\]\((\S+)\)/g)].map(([, file]) => file!)
  expect(listed.toSorted()).toEqual(records.toSorted())
})

test('every dependency has a line, and its record names it', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
  const installed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const lines = new Map(
    [...index.matchAll(/^\| `(\S+)` +\| \[\d+\]\((\S+)\)/gm)].map(([, name, file]) => [name!, file!]),
  )
  expect(installed.length).toBeGreaterThan(50)
  expect(installed.filter((name) => !lines.has(name))).toEqual([])
  expect([...lines.keys()].filter((name) => !installed.includes(name))).toEqual([])
  const unnamed = [...lines].filter(([name, file]) => !read(`docs/decisions/${file}`).includes(name))
  expect(unnamed).toEqual([])
})
