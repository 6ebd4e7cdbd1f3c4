import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { rows } from '../lint-zones.ts'
import { root } from './step.ts'

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const documents = tracked.filter((file) => file.endsWith('.md'))
const folders = new Set(tracked.flatMap((file) => pathsAbove(file)))
const topFolders = [...folders].filter((folder) => !folder.includes('/'))
/** Every tracked path, and each of its ends: `http/server.ts` is the end of `server/platform/http/server.ts`. */
const pathEnds = new Set([...tracked, ...folders].flatMap((name) => endsOf(name)))

/** What the operator writes, not we. */
const notOurs = ['deploy/.env']

function pathsAbove(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}

function endsOf(name: string): string[] {
  const parts = name.split('/')
  return parts.map((_part, index) => parts.slice(index).join('/'))
}

/**
 * The folders that a tree of indented lines names, and the files that their descriptions name. A line begins with one
 * or more `name/` and may name subfolders later. A name between wide gaps begins another column of the same depth.
 */
function readTree(tree: string): { folders: Set<string>; files: Set<string> } {
  const found = new Set<string>()
  const files = new Set<string>()
  const open: string[] = []
  for (const line of tree.split('\n')) {
    const depth = /^ */.exec(line)![0].length / 2
    for (const column of line.trim().split(/ {3,}(?=[\w.-]+\/ {2,})/)) {
      const [names = ''] = /^(?:\S+\/ )*\S+\/(?!\S)/.exec(column) ?? []
      const own = names.split(' ').filter((name) => name.endsWith('/'))
      if (own.length === 0) continue
      open.length = depth
      const above = open.map((name) => `${name}/`).join('')
      open[depth] = own[0]!.slice(0, -1)
      for (const name of own) found.add(`${above}${name.slice(0, -1)}`)
      const rest = column.slice(names.length)
      for (const [, name] of rest.matchAll(/(?<![\w/.])([\w-]+)\/(?!\S)/g)) found.add(`${above}${open[depth]}/${name}`)
      for (const [name] of rest.matchAll(/[\w-][\w./-]*\.(?:ts|tsx|md|sql)\b/g)) {
        files.add(name.includes('/') ? name : `${above}${open[depth]}/${name}`)
      }
    }
  }
  return { folders: found, files }
}

/** The trees among a document's blocks: their first line is a folder of the repository. */
function findTrees(text: string): string[] {
  const blocks = [...text.matchAll(/^```\n([^]*?)^```/gm)].map(([, block]) => block!)
  return blocks.filter((block) => topFolders.includes(block.slice(0, block.indexOf('/'))))
}

/** A pattern or an example: `x` and `<screen>` stand for a name, `NNNN` for a future migration. */
function isExample(name: string): boolean {
  return /[*<]|NNNN|^\.|(?:^|[/-])x(?:$|[/.-])/.test(name)
}

/** What a document names, in running text, tables and trees, and does not exist. */
function findMissing(document: string, text: string): string[] {
  const spans = [...text.matchAll(/`([\w.<>*-]+(?:\/[\w.<>*-]+)*)\/?`/g)].map(([, name]) => name!)
  const named = spans
    .filter((name) => /\.(?:ts|tsx|mjs|md|sql|css|html|yaml|service)$/.test(name) || isUnderTopFolder(name))
    .filter((name) => !isExample(name) && !notOurs.includes(name) && !pathEnds.has(name))
  const trees = findTrees(text).map(readTree)
  const inTrees = trees.flatMap((tree) => [
    ...[...tree.folders].filter((folder) => !folders.has(folder)),
    ...[...tree.files].filter((file) => !isFileAtOrAbove(file)),
  ])
  return [...named, ...inTrees, ...findDeadLinks(document, text)]
}

/** The description of a folder may name files beside it, too. */
function isFileAtOrAbove(file: string): boolean {
  const places = [path.posix.dirname(file), ...pathsAbove(path.posix.dirname(file))]
  return [file, ...places.map((place) => `${place}/${path.posix.basename(file)}`)].some((name) =>
    tracked.includes(name),
  )
}

function isUnderTopFolder(name: string): boolean {
  return name.includes('/') && topFolders.includes(name.slice(0, name.indexOf('/')))
}

function findDeadLinks(document: string, text: string): string[] {
  const inline = [...text.matchAll(/\]\((?!\w+:)([\w./-]*(?:#[^)\s]+)?)\)/g)].map(([, target]) => target!)
  const defined = new Map([...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, label, target]) => [label, target!]))
  const prose = text.replaceAll(/^```[^]*?^```/gm, '')
  const used = [...prose.matchAll(/(?<=[\s(|])\[([a-z][a-z0-9-]*)\](?=[\s),.;])/g)].map(([, label]) => label!)
  return [
    ...[...inline, ...defined.values()].filter((target) => !isThere(document, target)),
    ...used.filter((label) => !defined.has(label)).map((label) => `[${label}]`),
  ]
}

function isThere(document: string, target: string): boolean {
  const [name = '', heading] = target.split('#')
  const file = name === '' ? document : path.posix.join(path.posix.dirname(document), name)
  if (!tracked.includes(file) && !folders.has(file.replace(/\/$/, ''))) return false
  return heading === undefined || headingsOf(readFileSync(path.join(root, file), 'utf8')).includes(heading)
}

function headingsOf(text: string): string[] {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!.toLowerCase())
  return titles.map((title) => title.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-'))
}

const architecture = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')

/** The `names` that begin the parts of a section's table. */
function namesIn(heading: string): string[] {
  const section = new RegExp(`\n## ${heading}\n([^]*?)\n## `).exec(architecture)![1]!
  return [...section.matchAll(/(?<=[|;,] )`([a-z-]+)`/g)].map(([, name]) => name!)
}

test('docs/architecture.md names every folder of two levels', () => {
  const named = readTree(findTrees(architecture)[0]!).folders
  const upper = [...folders].filter((folder) => folder.split('/').length <= 2)
  expect(upper.length).toBeGreaterThan(60)
  expect(upper.filter((folder) => !named.has(folder))).toEqual([])
})

test('docs/architecture.md names every room of the platform', () => {
  const rooms = [...folders].filter((folder) => /^server\/platform\/[\w-]+$/.test(folder))
  expect(namesIn('The platform').toSorted()).toEqual(rooms.map((room) => path.basename(room)).toSorted())
})

test('docs/architecture.md has the domains in the rows that the linter holds', () => {
  const built = rows.flat().filter((domain) => folders.has(`server/domains/${domain}`))
  expect(namesIn('The domains')).toEqual(built)
})

test('every path and link of a document leads somewhere', () => {
  expect(documents.length).toBeGreaterThan(60)
  const missing = documents.flatMap((document) =>
    findMissing(document, readFileSync(path.join(root, document), 'utf8')).map((name) => `${document}: ${name}`),
  )
  expect(missing).toEqual([])
})

/** Words as `wc` counts them: what is longer than this is said twice somewhere, or is two pages. */
const PAGE_WORDS_MAX = 4_500
const SHORTER = new Map([
  ['README.md', 900],
  ['docs/glossary.md', 2_000],
])

test('no page has more words than a reader takes at once', () => {
  const lengths = documents.map((document) => {
    const words = readFileSync(path.join(root, document), 'utf8').match(/\S+/g) ?? []
    return { document, words: words.length, allowed: SHORTER.get(document) ?? PAGE_WORDS_MAX }
  })
  expect(lengths.filter(({ words, allowed }) => words > allowed)).toEqual([])
  expect([...SHORTER.keys()].filter((page) => !documents.includes(page))).toEqual([])
})

test.each([
  ['running text', 'The start is `server/nowhere.ts`.', 'server/nowhere.ts'],
  ['a folder in running text', 'All of `server/nowhere/`.', 'server/nowhere'],
  ['a table', '| step | file |\n| --- | --- |\n| one | `sessions/nowhere.ts`, `app.ts` |', 'sessions/nowhere.ts'],
  ['a tree', '```\nserver/   main.ts\n  web/    gone\n```', 'server/web'],
  ['a second column of a tree', '```\nserver/   main.ts   web/   gone\n```', 'web'],
  ["a tree's description", '```\nserver/   cli/ commands, gone/ too\n```', 'server/gone'],
  ["a file in a tree's description", '```\nserver/   nowhere.ts is the start\n```', 'server/nowhere.ts'],
  ['a link', 'See [there](nowhere.md).', 'nowhere.md'],
  ['a heading', 'See [there](money.md#nowhere).', 'money.md#nowhere'],
  ['a link by label', 'See [there].\n\n[there]: ../server/nowhere.ts', '../server/nowhere.ts'],
  ['a label without a link', '| a claim | [nowhere] |', '[nowhere]'],
])('notices a wrong path in %s', (_where, text, missing) => {
  expect(findMissing('docs/page.md', text)).toEqual([missing])
})

test('leaves examples, and what exists, alone', () => {
  const text =
    '`server/main.ts` `http/server.ts` `x-screen.tsx` `e2e/*.spec.ts` [money](money.md#commission) `deploy/.env`'
  expect(findMissing('docs/page.md', text)).toEqual([])
})

test('notices a forgotten folder', () => {
  const tree = 'a/   one\n  b/ c/  two; d/ is inside b\ne/   three   f/   four'
  expect([...readTree(tree).folders].sort()).toEqual(['a', 'a/b', 'a/b/d', 'a/c', 'e', 'f'])
})
