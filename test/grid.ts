/**
 * Whether only what each change needs is run, as `npm test` does. `npm test -- --full`, and a file run by its name, have
 * the whole grid. CONTRIBUTING.md lists both.
 */
export const isShort = process.env['TEST_GRID'] === 'short'

const proofs = [
  'backup',
  'bulk',
  'failover',
  'faults',
  'freezes',
  'kills',
  'move-lines',
  'notifies',
  'rollback',
  'streams',
  'upgrade',
]

/**
 * These files start, kill, freeze and replace whole servers, agents or database clusters, which takes most of the time
 * of a full run. Without it, the servers of the browser tests are the only ones.
 */
export const FULL_ONLY = [
  ...proofs.map((name) => `scripts/proofs/${name}.test.ts`),
  'scripts/start.test.ts',
  'server/checks/frozen-database.test.ts',
  'server/cli/embedded-database.test.ts',
  'server/cli/upgrade-embedded.test.ts',
  'server/cli/walk-through.test.ts',
  'server/platform/postgres/launch-kills.test.ts',
  'server/platform/postgres/launch.test.ts',
  'server/process/free-orphans.test.ts',
  'server/process/modes.test.ts',
  'server/process/process.test.ts',
  'server/sandbox/cashier.test.ts',
]
