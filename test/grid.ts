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
 * These files start, kill, freeze and replace whole servers, agents or database clusters, or fill one with months,
 * which takes most of the time of a full run. Without it, the servers of the browser tests are the only ones.
 */
export const FULL_ONLY = [
  'agent/devices.test.ts',
  ...proofs.map((name) => `scripts/proofs/${name}.test.ts`),
  'scripts/start.test.ts',
  'server/checks/backup.test.ts',
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
  'server/sandbox/history/history.test.ts',
]

/** Browser tests that walk through long tables of cases, or through what unit tests show with less. */
export const FULL_ONLY_SPECS = [
  'chunks',
  'console-words',
  'hostile-brand',
  'keyboard',
  'latency',
  'operator',
  'page-names',
  'plane',
  'restart',
  'screen-states',
  'sheet-back',
  'tabs',
]

/** How many walks of a greedy reseller each run takes. */
export const GREEDY_WALKS = isShort ? 40 : 100
