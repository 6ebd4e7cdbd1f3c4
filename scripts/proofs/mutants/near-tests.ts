import { readFileSync } from 'node:fs'
import path from 'node:path'

import { FULL_ONLY, FULL_ONLY_MOCKS } from '../../../test/grid.ts'
import type { Mutant } from './mutant.ts'

const dirOf = path.posix.dirname
/** Folders of folders: their own tests are about the whole side. */
const isRoom = (folder: string) => folder.split('/').length < (/^(server|scripts)\//.test(folder) ? 3 : 2)
const IMPORT = /(?:from|import\()\s*'(\.[^']+)'/g

/**
 * The tests that somebody who changed this file would run, the likeliest first: its own, those that import it, those of
 * its folder and of the folder above. For a file of the contract those of the domain with its name.
 */
export function findNearTests(tree: string, files: readonly string[], { file, tests = [] }: Mutant): string[] {
  const folder = dirOf(file)
  const part = /^contract\/(.+)\.ts$/.exec(file)?.[1]
  const all = files.filter((name) => name.endsWith('.test.ts'))
  const inFolder = (wanted: string) => all.filter((test) => dirOf(test) === wanted)
  return [
    ...new Set([
      ...all.filter((test) => test === file.replace(/\.tsx?$/, '.test.ts')),
      ...tests,
      ...all.filter((test) => importsOf(tree, test).includes(file)),
      ...inFolder(part ? `server/domains/${part}` : folder),
      ...(isRoom(dirOf(folder)) ? [] : inFolder(dirOf(folder))),
    ]),
  ]
}

/** Whether the full grid has more of this file than the short one. */
export function isMoreInFull(tree: string, test: string): boolean {
  const isLeftOut = [...FULL_ONLY, ...FULL_ONLY_MOCKS].some((glob) => path.matchesGlob(test, glob))
  return isLeftOut || importsOf(tree, test).includes('test/grid.ts')
}

function importsOf(tree: string, file: string): string[] {
  const text = readFileSync(path.join(tree, file), 'utf8')
  return [...text.matchAll(IMPORT)].map(([, name]) => path.posix.join(dirOf(file), name!))
}
