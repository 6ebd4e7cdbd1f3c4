import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sourceHash } from '../ui/build/source-hash.ts'
import { root } from './step.ts'

export type FrontEnd = 'portal' | 'console'
export const builtDirs: Record<FrontEnd, string> = {
  portal: path.join(root, 'dist', 'portal'),
  console: path.join(root, 'dist', 'console'),
}
/** The last file of a build, and the first that the next one takes away. */
export const hashFile = (frontEnd: FrontEnd) => path.join(builtDirs[frontEnd], '.build-hash')

/** Which front ends are not built from these sources yet, and the hash to build them under. Does not load the bundler. */
export async function findUnbuilt(force = false): Promise<{ hash: string; unbuilt: FrontEnd[] }> {
  const hash = await sourceHash(root)
  const isBuilt = async (one: FrontEnd) => !force && (await readFile(hashFile(one), 'utf8').catch(() => '')) === hash
  const [portal, office] = await Promise.all([isBuilt('portal'), isBuilt('console')])
  return { hash, unbuilt: [...(portal ? [] : ['portal' as const]), ...(office ? [] : ['console' as const])] }
}
