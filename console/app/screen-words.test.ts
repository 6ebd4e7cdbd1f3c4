import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const app = import.meta.dirname
const read = (file: string) => readFileSync(file, 'utf8')
/** Parts that are loaded before any screen. */
const ALWAYS = ['base', 'nav', 'shell']

type Loaded = { name: string; file: string; words: string[] }
const loaded: Loaded[] = readdirSync(app)
  .filter((name) => /^[^.]+\.tsx?$/.test(name))
  .flatMap((name) =>
    [...read(path.join(app, name)).matchAll(/screen\(\s*\(\) => import\('([^']+)'\)([^)]*)\)/g)].map(
      ([, file, words]) => ({
        name: path.basename(file!),
        file: path.join(app, file!),
        words: [...words!.matchAll(/'([^']+)'/g)].map(([, word]) => word!),
      }),
    ),
  )

/** All parts of words that this file and its imports use. */
function partsOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return []
  seen.add(file)
  const text = read(file)
  const own = [...text.matchAll(/\b(?:useWords|wordsOf)\('([^']+)'\)/g)].map(([, part]) => part!)
  const imported = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, to]) => path.join(file, '..', to!))
  return [...own, ...imported.flatMap((one) => partsOf(one, seen))]
}

test.each(loaded)('$name loads all words it uses', ({ file, words }) => {
  const known = [...words, ...ALWAYS]
  expect(partsOf(file).filter((part) => !known.includes(part))).toEqual([])
})

test('finds every screen', () => {
  expect(loaded.length).toBeGreaterThan(40)
})
