import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'

import { LANGUAGES } from '../contract/languages.ts'
import { userChildren } from '../contract/page-paths.ts'
import { placeholders } from '../contract/page.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { prerenderedPages, SHELL_NAME, USER_NAME, userPageName } from './prerender/pages.ts'
import { readScreenTable } from './prerender/screen-table.ts'

const dist = path.join(import.meta.dirname, '..', 'dist', 'portal')
const LOGIN_BUDGET_BYTES = 110_000
/** As the server sends them: the page with gzip, files with brotli. A visit adds seven small answers to calls. */
const HOME_BUDGET = { files: 13, bytes: 190_000 }
/** Strings that occur only in these libraries. */
const TYPEBOX = '~kind'
const MANTINE = 'MantineProvider was not found'
const QUERY = 'setQueryDefaults'
/** Word keys that only lazy code uses. */
const LAZY_SCREENS = [
  'signedOutHere',
  'importAgain',
  'haveInvite',
  'unlockIntro',
  'groupBrowser',
  'userLogin',
  'barsLabel',
  'acknowledgedBy',
]
/** Strings of code that only some users need: passkeys and the proof of work. */
const LAZY_LIBRARIES = ['WebAuthn is not supported', 'keyPrefix must be a non-empty hex string']

const SMALL_SCREENS = /^screens\/(?:register|recover|agent-pay|online|monitor-login|inner)\//

/** The portal has one page per language and no nonce; the server writes both into the console's only page. */
const { language: _language, nonce: _nonce, ...portalPlaces } = placeholders

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>
const text = (file: string) => readFileSync(path.join(dist, file), 'utf8')
const manifestOf = () => JSON.parse(text('.vite/manifest.json')) as Manifest
const userPages = userChildren.map(userPageName)
const pageNames = [...prerenderedPages.map(({ name }) => name), SHELL_NAME, USER_NAME, ...userPages]
const pageFiles = pageNames.flatMap((name) => LANGUAGES.map((language) => `pages/${name}.${language}.html`))

beforeAll(async () => {
  await buildWeb({ log: () => {} })
}, 120_000)

describe('what /login loads', () => {
  test.each(LANGUAGES)('stays within its budget in %s', (language) => {
    const page = text(`pages/login.${language}.html`)
    const sizes = [page, ...scriptsOf(page).map(text)].map((content) => gzipSync(content).byteLength)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(LOGIN_BUDGET_BYTES)
    expect(page.match(/<link[^>]+rel="stylesheet"(?![^>]* disabled)/g)).toBeNull()
  })

  test('contains no component library, no query library and no lazy screen', () => {
    const login = scriptsOf(text('pages/login.zh-CN.html')).map(text).join('\n')
    const all = allScripts().join('\n')
    for (const marker of [MANTINE, QUERY, ...LAZY_SCREENS, ...LAZY_LIBRARIES]) {
      // Compare booleans: a failure would otherwise print the whole bundle.
      expect([marker, all.includes(marker), login.includes(marker)]).toEqual([marker, true, false])
    }
  })
})

describe('what /user loads', () => {
  test.each(LANGUAGES)('is a few files within the budget in %s', (language) => {
    const page = text(`pages/user-home.${language}.html`)
    const files = fetchedBy(page)
    const bytes = files.map((file) => readFileSync(path.join(dist, `${file}.br`)).byteLength)
    const total = bytes.reduce((sum, size) => sum + size, gzipSync(page).byteLength)
    expect(files.length + 1).toBeLessThanOrEqual(HOME_BUDGET.files)
    expect(total).toBeLessThanOrEqual(HOME_BUDGET.bytes)
  })

  test.each(readScreenTable(readFileSync(path.join(import.meta.dirname, 'app/user-screens.ts'), 'utf8')))(
    '$name: its page names all of it, code, style and words, and nothing else',
    ({ name, source, words }) => {
      const page = text(`pages/${userPageName(name)}.zh-CN.html`)
      const manifest = manifestOf()
      const home = Object.keys(manifest).find((key) => /^_home-.*\.js$/.test(key))!
      const needed = ['main.tsx', home, ...(manifest[source] ? [source] : [])].flatMap((key) =>
        closureOf(manifest, key),
      )
      const said = [...new Set(['base', 'user', ...words])]
      const files = [
        ...needed.flatMap((key) => [manifest[key]!.file, ...(manifest[key]!.css ?? [])]),
        ...said.map((part) => manifest[`words/zh-cn/${part}.ts`]!.file),
      ]
      const carried = [...page.matchAll(/rel="stylesheet" href="\/([^"]+)" disabled/g)].map(([, file]) => file!)
      expect([...fetchedBy(page), ...carried].sort()).toEqual([...new Set(files)].sort())
    },
  )

  test('is not part of a small public screen or of its sheet', () => {
    const manifest = manifestOf()
    const screens = Object.keys(manifest).filter((key) => SMALL_SCREENS.test(key))
    expect(screens).toHaveLength(7)
    for (const screen of screens) {
      expect([screen, closureOf(manifest, screen).filter((key) => key.startsWith('_home-'))]).toEqual([screen, []])
    }
  })
})

test.each(LANGUAGES)('shows help and status on the sign-in page before any script runs, in %s', (language) => {
  const links = text(`pages/login.${language}.html`).match(/<a [^>]*href="[^"?]*/g) ?? []
  const targets = links.map((link) => link.split('href="')[1])
  expect(targets).toEqual(expect.arrayContaining(['/hosted/help', '/online']))
})

test('every field of a password is masked, and lets a password manager fill it', () => {
  const inputs = pageFiles.flatMap((file) => text(file).match(/<input [^>]*>/g) ?? [])
  const masked = inputs.filter((input) => input.includes('type="password"'))
  expect(masked.length).toBeGreaterThan(5)
  expect(inputs.filter((input) => /name="[^"]*pass/i.test(input) !== masked.includes(input))).toEqual([])
  for (const input of masked) expect(input).toMatch(/autoComplete="(?:current|new)-password"/)
})

test('has the schema library in no script', () => {
  const library = path.join(dist, '..', '..', 'node_modules', 'typebox', 'build')
  const sources = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mjs'))
  expect(sources.some((file) => readFileSync(path.join(library, file), 'utf8').includes(TYPEBOX))).toBe(true)
  expect(allScripts().some((script) => script.includes(TYPEBOX))).toBe(false)
})

test('has server-only limits in no script', () => {
  const named = (limit: string) => allScripts().some((script) => script.includes(limit))
  expect(['requestTimeoutMs', 'topUpMaxFen', 'nodeSilentMs', 'hashQueueMs'].filter(named)).toEqual([
    'requestTimeoutMs',
    'topUpMaxFen',
  ])
})

describe.each(pageFiles)('%s', (file) => {
  test('contains every placeholder that the server fills', () => {
    const page = text(file)
    expect(Object.values(portalPlaces).filter((name) => !page.includes(name))).toEqual([])
    expect(page.match(/%[A-Z_]+%/g)?.filter((name) => !Object.values<string>(placeholders).includes(name))).toEqual([])
  })

  test('breaks no rule of the content security policy', () => {
    const page = text(file)
    const { scriptHashes } = JSON.parse(text('pages/csp.json')) as { scriptHashes: string[] }
    const inline = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map((match) => hashOf(match[1]!))
    const [ofAll, ofUser, ofHome, ofStart] = scriptHashes
    const ofUserArea = /user-home/.test(file) ? [ofUser, ofHome] : /user-/.test(file) ? [ofUser] : []
    expect(inline).toEqual([ofAll, ...ofUserArea, ...(/\/(?:shell|login)\./.test(file) ? [ofStart] : [])])
    expect(/<[^>]+ (?:style|on[a-z]+)=/.exec(page)?.[0]).toBeUndefined()
    // The server hashes these two for each brand: the accent's, then the entry's.
    expect(page.match(/<style[^>]*>/g)).toEqual(['<style>', '<style>'])
  })

  test('loads only existing files, and declares its language', () => {
    const page = text(file)
    for (const script of scriptsOf(page)) expect(existsSync(path.join(dist, script))).toBe(true)
    expect(/<html lang="([^"]+)"/.exec(page)?.[1]).toBe(file.split('.').at(-2))
  })
})

test.each(prerenderedPages)(
  'a form of $path sent before the script is there keeps its fields out of the address',
  (page) => {
    const forms = text(`pages/${page.name}.zh-CN.html`).match(/<form [^>]*>/g) ?? []
    expect(forms).toHaveLength(1)
    expect(forms[0]).toMatch(new RegExp(`action="${page.path}" method="post"`))
  },
)

describe.each(prerenderedPages.filter(({ screen }) => screen))('$path, whose screen is not in the entry', (page) => {
  const html = () => text(`pages/${page.name}.zh-CN.html`)
  const chunk = () => manifestOf()[page.screen!]!

  test('preloads its code, so that it hydrates without a second round trip', () => {
    const { file, imports = [] } = chunk()
    const entry = manifestOf()['main.tsx']!.file
    const needed = [file, ...imports.map((key) => manifestOf()[key]!.file)].filter((name) => name !== entry)
    expect(needed.filter((name) => !html().includes(`<link rel="modulepreload" href="/${name}" />`))).toEqual([])
  })

  test('includes its style and never fetches it again', () => {
    const files = chunk().css ?? []
    expect(files).not.toEqual([])
    for (const file of files) {
      expect([file, html().includes(text(file).trim())]).toEqual([file, true])
      expect(html()).toContain(`<link rel="stylesheet" href="/${file}" disabled />`)
    }
  })
})

test('puts files where the portal promises them, compressed in advance', () => {
  const files = readdirSync(path.join(dist, 'static'), { recursive: true, encoding: 'utf8' })
  const scripts = files.filter((file) => file.endsWith('.js'))
  expect(scripts.every((file) => /^js\/[\w-]+-[\w-]{8}\.js$/.test(file))).toBe(true)
  expect(scripts.filter((file) => !files.includes(`${file}.gz`) || !files.includes(`${file}.br`))).toEqual([])
  expect(files.filter((file) => file.endsWith('.css')).every((file) => file.startsWith('css/'))).toBe(true)
  expect(files).toContain('brand/fish.svg')
})

test('builds nothing twice from the same sources', async () => {
  expect(await buildWeb({ log: () => {} })).toBe(false)
})

/** Files that the HTML itself makes the browser fetch. */
function fetchedBy(page: string): string[] {
  const named = page.matchAll(
    /<(?:script|link)(?=[^>]*(?:src|modulepreload|as="style"))[^>]* (?:src|href)="\/(static\/[^"]+)"/g,
  )
  return [...named].map((match) => match[1]!)
}

/** A chunk and all its direct and indirect static imports. */
function closureOf(manifest: Manifest, first: string): string[] {
  const found = new Set<string>()
  const add = (key: string) => {
    if (found.has(key)) return
    found.add(key)
    for (const next of manifest[key]!.imports ?? []) add(next)
  }
  add(first)
  return [...found]
}

/** The entry, its static imports, and what the page preloads. */
function scriptsOf(page: string): string[] {
  const named = [...page.matchAll(/(?:src|href)="\/(static\/js\/[^"]+)"/g)].map((match) => match[1]!)
  const manifest = manifestOf()
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]))
  const keys = named.flatMap((file) => closureOf(manifest, keyOf.get(file)!))
  return [...new Set(keys.map((key) => manifest[key]!.file))]
}

function allScripts(): string[] {
  const folder = path.join(dist, 'static', 'js')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
