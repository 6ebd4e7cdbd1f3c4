import type { Config } from '../../config.ts'
import type { Db } from '../db/db.ts'
import { countAsOurs, migrate, whyNotMigratable } from '../db/migrate.ts'
import { openMark } from '../secrets/secret-mark.ts'
import { BackupError } from './backup-error.ts'
import { hasTable } from './catalog.ts'
import type { Contents, OpenHead } from './head.ts'
import { findMarksOfUse, loadRows } from './load-rows.ts'
import { walkBackup } from './read-file.ts'
import { withSession } from './session.ts'

export type RestoredBackup = {
  head: OpenHead
  parts: { name: string; rows: number }[]
  /** Migrations that this release applied afterwards. */
  applied: string[]
}
type RestoreOptions = {
  file: string
  passphrase: string | null
  config: Pick<Config, 'mode' | 'secretKey' | 'oldSecretKey'>
}

/**
 * Restores into an empty database only. Reads and checks the whole file before writing anything; then loads all rows in
 * one transaction, into the schema they had, and applies this release's migrations.
 */
export async function restoreBackup(db: Db, { file, passphrase, config }: RestoreOptions): Promise<RestoredBackup> {
  const { head, contents } = await walkBackup(file, {
    passphrase,
    onContents: (contents) => refuseUnusable(contents, config),
  })
  await withSession(db, async (client) => {
    if (!(await hasTable(client, 'schema_migrations'))) return
    const used = await findMarksOfUse(client)
    if (used.length > 0) {
      const names = used.join(', ')
      throw new BackupError(`This database is not empty (${names}). Restore into a new one. Nothing was written.`)
    }
  })
  const migrations = await countAsOurs(contents.migrations)
  await migrate(db, { upTo: migrations.at(-1)!.version })
  await withSession(db, (client) => loadRows(client, { file, passphrase, contents: { ...contents, migrations } }))
  const { applied } = await migrate(db)
  // Collect statistics, or the first hours would be slow: the planner knows nothing of the tables yet.
  await withSession(db, (client) => client.query('analyze'))
  return { head, parts: contents.parts.map(({ name, rows }) => ({ name, rows })), applied }
}

async function refuseUnusable(contents: Contents, config: RestoreOptions['config']): Promise<void> {
  const trouble = await whyNotMigratable(contents.migrations)
  if (trouble !== null) throw new BackupError(`${trouble.replace('The database', 'The backup')}. Nothing was written.`)
  if (contents.mode && contents.mode !== config.mode) {
    throw new BackupError(
      `This is a backup of a ${contents.mode} database, and MODE is ${config.mode}. Set MODE=${contents.mode}. Nothing was written.`,
    )
  }
  if (contents.secretMark === null) return
  if (openMark(config, Buffer.from(contents.secretMark, 'base64')).state === 'wrong') {
    throw new BackupError(
      'SECRET_KEY is not the one of this backup: its lines, merchants and second factors could not be opened. ' +
        'Set the one that was in use when it was made (in the sandbox: DATA_DIR/secret.key). Nothing was written.',
    )
  }
}
