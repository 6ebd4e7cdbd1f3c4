import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // More than the cores: many tests wait for a process, a connection or a clock of the database.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'scripts/**/*.test.ts', 'cashier/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'agent', include: ['agent/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 30_000 } },
      { test: { name: 'web', include: ['web/**/*.test.ts'], testTimeout: 15_000 } },
    ],
  },
})
