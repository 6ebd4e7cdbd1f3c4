import { roleNames, type RoleName } from '../contract/role-names.ts'

/**
 * Whether only what each change needs is run, as `npm test` does. `npm test -- --full`, and a file run by its name, have
 * the whole grid. CONTRIBUTING.md lists both.
 */
export const isShort = process.env['TEST_GRID'] === 'short'

const proofs = [
  'backup',
  'engines',
  'faults',
  'freezes',
  'guesses',
  'hostile',
  'import',
  'ingest',
  'mutants',
  'network',
  'races',
  'rollback',
  'slices',
  'streams',
  'struck',
]

/**
 * The command line is another door to the use cases that the console's tests go through. `commands.test.ts` tries
 * every command and its mistakes in both grids.
 */
const commands = [
  'balances',
  'cards',
  'catalogue',
  'cli',
  'doctor',
  'domains',
  'merchants',
  'monitors',
  'nodes',
  'secrets',
  'staff',
]

/** Fifty callers at once. Each domain's other tests have two at once where it matters. */
const races = ['cards', 'invites', 'lines', 'orders', 'payments']

/**
 * These files start, kill, freeze and replace whole servers, agents or database clusters, or fill one with months,
 * which takes most of the time of a full run. Without it, the servers of the browser tests are the only ones.
 */
export const FULL_ONLY = [
  'agent/agent.test.ts',
  'agent/cli/cli.test.ts',
  'agent/devices.test.ts',
  'agent/drivers/shadowsocks-libev.test.ts',
  'agent/drivers/v2ray.test.ts',
  'agent/first-bytes.test.ts',
  'agent/lifeline.test.ts',
  'scripts/bench.test.ts',
  'scripts/books.test.ts',
  ...proofs.map((name) => `scripts/proofs/${name}.test.ts`),
  'scripts/proofs/import/live-source.test.ts',
  'scripts/build-agent.test.ts',
  'scripts/install-missing.test.ts',
  'scripts/quota-shares.test.ts',
  'scripts/start-builds.test.ts',
  'scripts/start.test.ts',
  'scripts/unreleased-builds.test.ts',
  'server/checks/backup.test.ts',
  'server/checks/demo-door.test.ts',
  'server/checks/frozen-database.test.ts',
  'server/checks/operations.test.ts',
  'server/checks/published-weaknesses.test.ts',
  'server/checks/replica.test.ts',
  'server/checks/two-processes.test.ts',
  ...commands.map((name) => `server/cli/${name}.test.ts`),
  'server/cli/database.test.ts',
  'server/cli/embedded-database.test.ts',
  'server/cli/upgrade-embedded.test.ts',
  'server/cli/walk-through.test.ts',
  ...races.map((name) => `server/domains/${name}/races.test.ts`),
  'server/domains/backups/run-hook.test.ts',
  'server/domains/lists/plans.test.ts',
  'server/domains/tickets/office/plans.test.ts',
  'server/domains/users/plans.test.ts',
  'server/domains/notices/reminders/month.test.ts',
  'server/domains/sessions/recovery/find-pass.test.ts',
  'server/domains/sessions/free-guesses.test.ts',
  'server/migrations/fixtures.test.ts',
  'server/platform/db/migrate.test.ts',
  'server/platform/db/patience.test.ts',
  'server/domains/clients/large-file.test.ts',
  'server/domains/payments/gateways/matrix.test.ts',
  'server/platform/postgres/launch-kills.test.ts',
  'server/platform/postgres/launch.test.ts',
  'server/platform/telemetry/telemetry.test.ts',
  'server/process/free-orphans.test.ts',
  'server/process/modes.test.ts',
  'server/process/process.test.ts',
  'server/process/run-jobs.test.ts',
  'server/sandbox/cashier.test.ts',
  'server/sandbox/history/history.test.ts',
  'server/test/run/throwaway-dir.test.ts',
]

/** Stands for the import where the whole grid is not run. */
export const IMPORT_JOURNEY = 'server/domains/imports/run/run-import.test.ts'

/**
 * These files take the guards away and show that the tests of the guards then fail. Guards and their tests change
 * rarely, and the tests themselves run in both grids.
 */
export const FULL_ONLY_MOCKS = ['server/**/races-unguarded.test.ts', 'scripts/proofs/{greedy,simulation}-twins.test.ts']

/** Browser tests that walk through long tables of cases, or through what unit tests show with less. */
export const FULL_ONLY_SPECS = [
  'account-journey',
  'actions',
  'app-feel',
  'auth-forms',
  'brand',
  'chunks',
  'console-clock',
  'console-words',
  'demo',
  'desk',
  'embedded',
  'first-paint',
  'forms',
  'framed',
  'gift',
  'hostile-brand',
  'keyboard',
  'latency',
  'monitor',
  'money-actions',
  'offline',
  'operator',
  'page-names',
  'paying-ways',
  'plane',
  'restart',
  'screen-states',
  'sheet-back',
  'sign-in',
  'support',
  'tabs',
  'tickets',
  'week',
]

/** How many walks of a greedy reseller each run takes. */
export const GREEDY_WALKS = isShort ? 5 : 100

/** How many lives of a reseller on servers that are killed. */
export const SIMULATED_LIVES = isShort ? 3 : 50

/** Every case of a long table in the full grid, every fourth in the short one. */
export const sample = <T>(cases: readonly T[]): T[] => cases.filter((_, at) => !isShort || at % 4 === 0)

/** How many forged and altered notifies each payment gets. */
export const FORGED_NOTIFIES = isShort ? 30 : 150

/** Events of Stripe, shuffled: of so many payments, each of four kinds so many times. The full grid has 10,000. */
export const SHUFFLED_EVENTS = isShort ? { payments: 12, copies: 2 } : { payments: 250, copies: 10 }

/** How many generated bodies each call gets, and which share of the odd values of its fields: every nth. */
export const HOSTILE = isShort ? { bodies: 4, everyNth: 4 } : { bodies: 24, everyNth: 1 }

/**
 * How many random games of buying, giving and refunding each property is tried on. The first failure ends them and says
 * why: looking for a shorter game would take longer than a test may, and would go on beside the second try.
 */
export const MONEY_GAMES = {
  numRuns: isShort ? 5 : 25,
  endOnFailure: true,
  includeErrorInReport: true,
  interruptAfterTimeLimit: 240_000,
  markInterruptAsFailure: true,
}

/** How many sales are refunded in parts: each costs a fifth of a game. */
export const REFUND_GAMES = { ...MONEY_GAMES, numRuns: isShort ? 12 : 150 }

/** How many amounts each deed of a reseller at its limit is tried with. */
export const LIMIT_GAMES = { ...MONEY_GAMES, numRuns: isShort ? 1 : 6 }

/** Whose staff try every call with other people's things. What each role may call is the permission matrix. */
export const TENANT_ROLES: readonly RoleName[] = isShort ? ['owner'] : roleNames

/** How long the database stands still under polling agents of other panels. */
export const AGENT_FREEZE_MS = isShort ? 3_000 : 60_000
