import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { root } from './step.ts'

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** Every folder down to the third level, like `portal/app/shell`. */
function findFolders(): string[] {
  const folders = tracked.flatMap((file) => {
    const parts = file.split('/').slice(0, -1).slice(0, 3)
    return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
  })
  return [...new Set(folders)].sort()
}

/**
 * The folders that a tree of indented lines names: a line begins with one or more `name/` and may name subfolders
 * later.
 */
export function readTree(tree: string): Set<string> {
  const named = new Set<string>()
  const open: string[] = []
  for (const line of tree.split('\n')) {
    const depth = /^ */.exec(line)![0].length / 2
    const [names = ''] = /^(?:\S+\/ )*\S+\//.exec(line.trim()) ?? []
    const own = names.split(' ').filter((name) => name.endsWith('/'))
    if (own.length === 0) continue
    open.length = depth
    const above = open.map((name) => `${name}/`).join('')
    open[depth] = own[0]!.slice(0, -1)
    for (const name of own) named.add(`${above}${name.slice(0, -1)}`)
    const mentioned = line
      .trim()
      .slice(names.length)
      .matchAll(/(?<![\w/.])([\w-]+)\/(?!\S)/g)
    for (const [, name] of mentioned) named.add(`${above}${open[depth]}/${name}`)
  }
  return named
}

test('docs/architecture.md names every folder of three levels and no others', () => {
  const text = readFileSync(path.join(root, 'docs', 'architecture.md'), 'utf8')
  const named = readTree(/## The tree\n+```\n([^]*?)```/.exec(text)![1]!)
  const folders = findFolders()
  expect(folders.length).toBeGreaterThan(100)
  expect(folders.filter((folder) => !named.has(folder))).toEqual([])
  expect([...named].filter((name) => name.split('/').length <= 3 && !folders.includes(name))).toEqual([])
})

test('every file that a document names exists', () => {
  const named = tracked
    .filter((file) => file.endsWith('.md'))
    .flatMap((document) => {
      const text = readFileSync(path.join(root, document), 'utf8')
      const mentioned = text.matchAll(/`((?:ui|portal|server|agent|contract|scripts|e2e|deploy)\/[\w./-]+\.[a-z]+)`/g)
      const linked = text.matchAll(/\]\(([\w./-]+\.[a-z]+)\)/g)
      return [
        ...[...mentioned].map(([, file]) => ({ document, file: file! })),
        ...[...linked].map(([, file]) => ({ document, file: path.join(path.dirname(document), file!) })),
      ]
    })
    // A placeholder for a future migration.
    .filter(({ file }) => !file.includes('NNNN'))
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([])
})

test('notices a forgotten folder', () => {
  const tree = 'a/   one\n  b/ c/  two; d/ is inside b\ne/   three'
  expect([...readTree(tree)].sort()).toEqual(['a', 'a/b', 'a/b/d', 'a/c', 'e'])
})
