import { afterAll, vi } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { endFile } from './endings.ts'

// Test files of one worker share their modules, which saves each file the seconds of loading the server: a file must
// undo its changes to them.
afterAll(async () => {
  clock.reset()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  await endFile()
})
