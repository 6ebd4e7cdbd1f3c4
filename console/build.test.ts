import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'

import { buildWeb } from '../scripts/build-web.ts'

const root = path.join(import.meta.dirname, '..')
const dist = path.join(root, 'dist', 'console')
/** Total size of the first screen after signing in: page, entry, words and the screen's code. */
const BUDGET_BYTES = 260_000
const WORDS = ['base', 'nav', 'shell']
/** What a page with a table needs besides the entry: the heaviest possible first screen. */
const SCREEN = 'screens/audit/audit-screen.tsx'
const SCREEN_WORDS = ['audit', 'table']

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>
const read = (file: string) => readFileSync(path.join(dist, file))
const manifestOf = () => JSON.parse(read('.vite/manifest.json').toString()) as Manifest

beforeAll(async () => {
  await buildWeb({ log: () => {} })
}, 180_000)

/** The files of these sources and of all their static imports. */
function filesOf(sources: readonly string[]): string[] {
  const manifest = manifestOf()
  const keys = new Set<string>()
  const add = (key: string) => {
    if (keys.has(key)) return
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}`)
    keys.add(key)
    for (const next of chunk.imports ?? []) add(next)
  }
  for (const source of sources) add(source)
  return [...new Set([...keys].flatMap((key) => [manifest[key]!.file, ...(manifest[key]!.css ?? [])]))]
}

/** The build compresses every file but the page, which the server fills and compresses as well as it can. */
const sentBytes = (file: string) =>
  file === 'page.html'
    ? gzipSync(read(file), { level: constants.Z_BEST_COMPRESSION }).byteLength
    : read(`${file}.gz`).byteLength

test.each(['zh-cn', 'zh-tw', 'en'])('the first screen stays within its budget in %s', (folder) => {
  const words = [...WORDS, ...SCREEN_WORDS].map((part) => `words/${folder}/${part}.ts`)
  const files = ['page.html', ...filesOf(['main.tsx', SCREEN, ...words])]
  expect(files.length).toBeGreaterThan(8)
  const total = files.map((file) => sentBytes(file)).reduce((sum, size) => sum + size)
  expect(total).toBeLessThanOrEqual(BUDGET_BYTES)
})

test('the entry contains no screen and no table', () => {
  const entry = filesOf(['main.tsx'])
    .map((file) => read(file).toString())
    .join('\n')
  const all = scriptsOf(dist)
  // Texts that occur only in the code of the table library or of screens.
  for (const marker of ['mantine-datatable', 'rolePermissions', 'sign-in-begin']) {
    expect([marker, all.includes(marker), entry.includes(marker)]).toEqual([marker, true, false])
  }
})

test('the portal’s files contain nothing of the console, and no file contains the schema library', () => {
  const portal = scriptsOf(path.join(root, 'dist', 'portal'))
  for (const marker of ['/api/console/sign-in', 'mantine-datatable', 'rolePermissions']) {
    expect([marker, portal.includes(marker)]).toEqual([marker, false])
  }
  expect(scriptsOf(dist).includes('/api/console/sign-in')).toBe(true)
  expect(scriptsOf(dist).includes('~kind')).toBe(false)
})

test('the page needs no inline script, and no inline style except the one with the nonce', () => {
  const page = read('page.html').toString()
  expect(page.match(/<script(?![^>]*\ssrc=)(?![^>]*application\/json)/g)).toBeNull()
  expect(page.match(/<style(?! nonce="%NONCE%")/g)).toBeNull()
  expect(/<[^>]+ (?:style|on[a-z]+)=/.exec(page)).toBeNull()
  expect([...new Set(page.match(/%[A-Z_]+%/g))].sort()).toEqual([
    '%BRAND_ICON%',
    '%BRAND_JSON%',
    '%BRAND_STYLE%',
    '%BRAND_TITLE%',
    '%LANGUAGE%',
    '%NONCE%',
    '%SCHEME%',
  ])
})

function scriptsOf(folder: string): string {
  const files = readdirSync(path.join(folder, 'static', 'js')).filter((name) => name.endsWith('.js'))
  return files.map((name) => readFileSync(path.join(folder, 'static', 'js', name), 'utf8')).join('\n')
}
