import { afterAll, vi } from 'vitest'

// Test files of one worker share a process, which saves a start per file. They do not share modules: each file loads
// its own and must undo every other change.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.resetModules()
})
