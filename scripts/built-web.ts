import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sourceHash } from '../ui/build/source-hash.ts'
import { root } from './step.ts'

export const outDir = path.join(root, 'dist', 'portal')
export const hashFile = path.join(outDir, '.build-hash')

/** The hash to build under, or null when the portal is built of just these sources. Loads nothing of the bundler. */
export async function hashToBuild(force = false): Promise<string | null> {
  const hash = await sourceHash(root)
  return !force && (await readFile(hashFile, 'utf8').catch(() => '')) === hash ? null : hash
}
