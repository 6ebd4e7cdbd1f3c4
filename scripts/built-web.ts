import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sourceHash } from '../ui/build/source-hash.ts'
import { root } from './step.ts'

export const portalDir = path.join(root, 'dist', 'portal')
export const consoleDir = path.join(root, 'dist', 'console')
export const hashFiles = [portalDir, consoleDir].map((folder) => path.join(folder, '.build-hash'))

/**
 * The hash to build under, or null when both front ends are already built from these sources. Does not load the
 * bundler.
 */
export async function hashToBuild(force = false): Promise<string | null> {
  const hash = await sourceHash(root)
  const built = await Promise.all(hashFiles.map((file) => readFile(file, 'utf8').catch(() => '')))
  return !force && built.every((one) => one === hash) ? null : hash
}
