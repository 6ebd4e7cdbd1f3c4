import { afterAll, vi } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { endFile } from './endings.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** How many cells of a table a test has tried. */
    cells?: number
  }
}

// Test files of one worker share their modules, which saves each file the seconds of loading the server: a file must
// undo its changes to them.
afterAll(async () => {
  clock.reset()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  await endFile()
})
