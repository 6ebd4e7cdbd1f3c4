import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

import { FULL_ONLY, FULL_ONLY_MOCKS, IMPORT_JOURNEY, isShort } from './test/grid.ts'
import { patient } from './test/patience.ts'
import { SpreadLongFiles } from './test/spread-long-files.ts'

/** The default of one second is too short for a busy machine. */
const expect = { poll: { timeout: patient(20_000) } }
const server = {
  globalSetup: ['server/test/run/global-setup.ts'],
  setupFiles: ['server/test/run/each-file.ts'],
  // Some times the longest wait, so that even on a busy machine the failed wait is reported before the timeout.
  testTimeout: patient(300_000),
  hookTimeout: patient(300_000),
  expect,
}
const asTheyAre = {
  // Loading the whole server for each file would take longer than most files themselves.
  isolate: false,
  // Node runs these files as they are, so nothing is transformed, and what it compiled is kept for the next run.
  experimental: { viteModuleRunner: false as const, nodeLoader: false as const },
}
/** These files mock or reload modules with another setting, which no other file may see. */
const MOCKING = [
  'server/**/races-unguarded.test.ts',
  'server/checks/{hostile-input,changed-limits}.test.ts',
  'scripts/proofs/{greedy,simulation}-twins.test.ts',
]
/** The same for the front ends: a mock outlives its file. What reads a build may have to wait for it first. */
const MOCKING_PAGES = [
  'portal/session/sign-in-with-passkey.test.ts',
  'ui/components/paged-list.test.ts',
  '{portal,console}/build.test.ts',
]
/** The import is a program of its own in the house: nothing but its calls and commands knows it. */
const IMPORTS = 'server/domains/imports/**/*.test.ts'
const agent = {
  testTimeout: patient(300_000),
  hookTimeout: patient(120_000),
  expect,
}
/** Tests with real engines count seconds and bytes of several processes each. */
const ENGINES = globSync('agent/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8').includes('engineTest'),
)
const pages = { testTimeout: patient(60_000) }

export default defineConfig({
  test: {
    // More workers than cores: many tests wait for a process, a connection or a clock of the database.
    maxWorkers: 4,
    sequence: { sequencer: SpreadLongFiles },
    projects: [
      {
        test: {
          ...server,
          ...asTheyAre,
          name: 'server',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'scripts/**/*.test.ts', 'cashier/**/*.test.ts'],
          exclude: ['**/node_modules/**', IMPORTS, ...MOCKING, ...(isShort ? FULL_ONLY : [])],
        },
      },
      { test: { ...server, ...asTheyAre, name: 'imports', include: [isShort ? IMPORT_JOURNEY : IMPORTS] } },
      {
        test: {
          ...server,
          name: 'mocks',
          include: MOCKING,
          exclude: ['**/node_modules/**', ...(isShort ? FULL_ONLY_MOCKS : [])],
        },
      },
      {
        test: {
          ...agent,
          name: 'agent',
          include: ['agent/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ENGINES, ...(isShort ? FULL_ONLY : [])],
        },
      },
      {
        test: {
          ...agent,
          name: 'engines',
          include: ENGINES,
          exclude: isShort ? FULL_ONLY : [],
          // After all others.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...pages,
          name: 'portal',
          include: ['portal/**/*.test.ts', 'console/**/*.test.ts', 'ui/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...MOCKING_PAGES],
          setupFiles: ['ui/test/each-file.ts'],
          // Starting a process for each of ninety files takes three times as long as the files themselves.
          isolate: false,
        },
      },
      { test: { ...pages, name: 'portal-mocks', include: MOCKING_PAGES } },
    ],
  },
})
