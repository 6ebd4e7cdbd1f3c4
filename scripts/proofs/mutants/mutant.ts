import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Bugs as somebody could write them, by file: the text that stands there, exactly once, what stands there instead, and what
 * the bug does in a few words.
 */
export type Bugs = Record<string, readonly (readonly [find: string, plant: string, does: string, more?: More])[]>
type More = {
  /** Tests that the rule in `near-tests.ts` does not find. */
  tests?: readonly string[]
  /** Why no test needs to see it. */
  survives?: string
}
export type Mutant = More & { file: string; find: string; plant: string; does: string }

/** `checks` are the tests that span domains, tried on what the nearest tests let pass. */
export type Area = { name: string; checks: readonly string[]; bugs: Bugs }

/** The text with the bug in it, or null where the mutant has gone stale. */
export function plantIn(text: string, { find, plant }: Pick<Mutant, 'find' | 'plant'>): string | null {
  const at = text.indexOf(find)
  const isOnce = at >= 0 && !text.includes(find, at + 1)
  return isOnce && plant !== find ? text.slice(0, at) + plant + text.slice(at + find.length) : null
}

/** Plants the bug in a tree, and gives what takes it out again. */
export function plantInTree(tree: string, mutant: Mutant): (() => void) | null {
  const file = path.join(tree, mutant.file)
  const text = readFileSync(file, 'utf8')
  const planted = plantIn(text, mutant)
  if (planted === null) return null
  writeFileSync(file, planted)
  return () => writeFileSync(file, text)
}
