import { afterAll, vi } from 'vitest'

// Files of one worker share its process, which saves every one of them the start of its own. Modules they do not share:
// each file loads them anew, and what it has changed beyond them it leaves as it was.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.resetModules()
})
