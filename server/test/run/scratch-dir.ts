import { onTestFinished } from 'vitest'

import { makeThrowawayDir } from './throwaway-dir.ts'

/** A folder for one test. Removed afterwards with every database server that still runs below it. */
export async function makeScratchDir(): Promise<string> {
  const folder = await makeThrowawayDir()
  onTestFinished(folder.remove)
  return folder.path
}
