import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const server = path.join(import.meta.dirname, '..')
const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('test/'),
)

/** An update of the library may change these without a word: the test beside each file notices. */
test.each([
  [/graphile_worker\._private_/, ['platform/jobs/worker-tables.ts']],
  [/(?<!\w)_result\b/, ['platform/db/driver-parts.ts', 'platform/db/named-query.ts']],
  [/\bconnection\.stream\b|connection: \{ stream/, ['platform/db/driver-parts.ts']],
  [/_inMemoryBlockedKeys/, ['platform/limits/limiter-parts.ts']],
])('only its own file uses the private part %s', (part, owners) => {
  const users = files.filter((file) => part.test(readFileSync(path.join(server, file), 'utf8')))
  expect(users.toSorted()).toEqual(owners)
})
