import { afterAll, vi } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { endFile } from './endings.ts'

// Files of one worker share their modules, which saves every one of them the seconds of loading the server anew: what
// a file has changed in them it leaves as it was.
afterAll(async () => {
  clock.reset()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  await endFile()
})
