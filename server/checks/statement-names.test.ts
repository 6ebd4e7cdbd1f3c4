import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const server = path.join(import.meta.dirname, '..')
const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const names = files.flatMap((file) => {
  const text = readFileSync(path.join(server, file), 'utf8')
  return [...text.matchAll(/\bname: ['`]([^'`]+)['`],\s*text\b/g)].map(([, name]) => name!)
})

/**
 * A connection keeps a statement under its name: a second text under the same name is refused there, but only
 * sometimes.
 */
test('every prepared statement has a unique name', () => {
  expect(names.length).toBeGreaterThan(500)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
