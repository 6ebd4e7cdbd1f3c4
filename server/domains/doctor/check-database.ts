import type { Config } from '../../config.ts'
import { readMode, refusalOf } from '../../mode-mark.ts'
import type { Db } from '../../platform/db/db.ts'
import { findMigrationGap } from '../../platform/db/migrate.ts'
import { readMark } from '../../platform/secrets/secret-mark.ts'
import { findDemo } from '../../sandbox/find-demo.ts'
import { loadDatabaseFigures } from '../monitor/figures/platform-health.ts'
import { note, ok, problem, told, type Finding } from './finding.ts'

const FULL_SHARE = 0.9
/** Far below the 60 s beyond which signed calls of nodes are refused. */
const SKEW_LIMIT_MS = 5_000
const MB = 1024 ** 2

export async function checkDatabase(db: Db): Promise<Finding[]> {
  const figures = await loadDatabaseFigures(db)
  const [server] = await db.query<{ version: string; now: Date; isReadOnly: boolean }>({
    name: 'doctor.server',
    text: `select current_setting('server_version') as version, clock_timestamp() as now,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only`,
  })
  const { sizeBytes, connections, connectionsMax } = figures
  const megabytes = Math.ceil(sizeBytes / MB)
  const size = `${megabytes} MB, ${connections} of ${connectionsMax} connections`
  const facts = { version: server!.version, megabytes, connections, most: connectionsMax }
  const findings = [ok('database', `PostgreSQL ${server!.version}, ${size}`, told('database_ok', facts))]
  if (connections > connectionsMax * FULL_SHARE) {
    const todo = 'Raise max_connections or run fewer processes'
    findings.push(problem('database', 'nearly all connections are taken', todo, told('database_full')))
  }
  if (server!.isReadOnly) {
    const todo = 'DATABASE_URL must name the primary'
    findings.push(problem('database', 'it takes no writes', todo, told('database_read_only')))
  }
  const skewMs = Math.abs(server!.now.getTime() - Date.now())
  if (skewMs > SKEW_LIMIT_MS) {
    const seconds = Math.round(skewMs / 1000)
    const says = `its clock and ours differ by ${seconds} s`
    findings.push(problem('database', says, 'Let both machines keep time (NTP)', told('database_clock', { seconds })))
  }
  return findings
}

export async function checkMigrations(db: Db): Promise<Finding[]> {
  const { missing, unknown } = await findMigrationGap(db)
  if (unknown.length > 0) {
    const files = unknown.join(', ')
    const what = told('migrations_foreign', { files })
    return [problem('migrations', `of another release: ${files}`, 'Run the release that made them', what)]
  }
  if (missing.length > 0) {
    const files = missing.join(', ')
    const todo = "Start this release's server, or: database migrate"
    return [problem('migrations', `missing: ${files}`, todo, told('migrations_missing', { files }))]
  }
  return [ok('migrations', 'of this release', told('migrations_ok'))]
}

/** With a wrong key nothing can be opened: lines, payments and second factors all fail. */
export async function checkSecretKey(db: Db, config: Config): Promise<Finding[]> {
  const { state } = await readMark(db, config)
  if (state === 'current') return [ok('secret key', 'it is the one that this database was sealed with', told('key_ok'))]
  if (state === 'missing')
    return [note('secret key', 'no server has started on this database yet', 'Start it', told('key_new'))]
  if (state === 'old') {
    const says = 'it is being changed: SECRET_KEY_OLD is still needed'
    return [note('secret key', says, 'secrets rotate', told('key_old'))]
  }
  const todo = 'Set the right one, or to change it SECRET_KEY_OLD beside it (docs/operations/secret-key.md)'
  const says = 'SECRET_KEY is not the one that this database was sealed with'
  return [problem('secret key', says, todo, told('key_wrong'))]
}

/** Looks at nothing else in the other mode's database: even a look leaves a row in its log. */
export async function checkMode(db: Db, { mode }: Config): Promise<Finding[]> {
  const found = await readMode(db)
  if (found.mode === null || found.mode === mode) return []
  const [says, todo] = refusalOf(found, mode).split(' Nothing was written. ') as [string, string]
  return [problem('mode', says, todo, told('mode_other', { mode: found.mode, here: mode }))]
}

/** Finds demo data, beside which production refuses to start. */
export async function checkDemo(db: Db, { mode }: Config): Promise<Finding[]> {
  const found = await findDemo(db)
  if (found.length === 0) return []
  const says = `it holds ${found.join(', ')}`
  if (mode === 'sandbox')
    return [note('demo data', says, 'Production needs a database of its own', told('demo_sandbox'))]
  const todo = 'The server will not start: database clean-demo shows what goes, with --yes it goes'
  return [problem('demo data', says, todo, told('demo_production'))]
}
