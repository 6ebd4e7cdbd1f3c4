import { afterEach, expect, test, vi } from 'vitest'

import { canRun, findProgram } from './requires.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('names what is missing, and skips it', () => {
  vi.stubEnv('CI', '')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(canRun('a lighthouse', false)).toBe(false)
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('a lighthouse: not installed'))
})

test('fails in CI if something is missing', () => {
  vi.stubEnv('CI', 'true')
  expect(() => canRun('a lighthouse', false)).toThrow('a lighthouse: not installed')
  expect(canRun('a lighthouse', true)).toBe(true)
})

test('finds programs by name', () => {
  expect(findProgram('env')).toMatch(/^\/.*\/env$/)
  expect(findProgram('no-such-program')).toBeNull()
})
