import path from 'node:path'

import { readConfig, type Config } from '../config.ts'
import { writeAudit } from '../domains/audit/audit.ts'
import { makeBackup } from '../domains/backups/make-backup.ts'
import { runBackupHook } from '../domains/backups/run-hook.ts'
import { checkBooks } from '../domains/books/check-books.ts'
import type { MadeBackup } from '../platform/backup/create-backup.ts'
import { listBackups } from '../platform/backup/folder.ts'
import { walkBackup } from '../platform/backup/read-file.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { findMigrationGap } from '../platform/db/migrate.ts'
import { callersPath, command } from './command.ts'
import { withDatabase } from './open-database.ts'
import { readPassphrase } from './read-options.ts'
import { tableLines } from './table.ts'

const passphraseOption = {
  'passphrase-file': {
    kind: 'path',
    help: 'the passphrase is the first line of this file (- is standard input); else BACKUP_PASSPHRASE',
  },
} as const
const fileOption = {
  file: { kind: 'text', help: 'the backup; a name without a folder is one in BACKUP_DIR', isRequired: true },
} as const

export const backupCommands = [
  command({
    name: 'backup create',
    summary: 'Write everything of this moment into one file, while the server runs or rests',
    options: {
      file: { kind: 'text', help: 'where to: a path, or a name in BACKUP_DIR; else a new name there' },
      ...passphraseOption,
    },
    runAlone({ file, 'passphrase-file': from }, actor) {
      const config = readConfig()
      const passphrase = readPassphrase(from) ?? config.backup.passphrase
      return withDatabase(config, async (db) => {
        const made = await makeBackup(
          { db, now: clock.now(), config },
          { isNightly: false, passphrase, file: file && placeOf(file, config) },
        )
        // Before an upgrade the audit log may lack columns that this release writes.
        const { missing } = await findMigrationGap(db)
        if (missing.length === 0) {
          await writeDown(db, actor, 'operator.backup_made', made.head.madeAt, { bytes: made.bytes })
        }
        const hookTrouble = missing.length === 0 ? await runBackupHook({ db, config }, made.file) : null
        const lines = hookTrouble === null ? [] : [`BACKUP_HOOK failed: ${hookTrouble}`]
        const data = { ...summaryOf(made), hookTrouble }
        return { lines: [...madeLines(made), ...lines], data, hasProblems: hookTrouble !== null }
      })
    },
  }),
  command({
    name: 'backup list',
    summary: 'The backups of a folder, the newest first',
    options: { folder: { kind: 'path', help: 'another folder than BACKUP_DIR' } },
    async runAlone({ folder }) {
      const place = folder ?? readConfig().backup.dir
      const rows = (await listBackups(place)).map(({ name, bytes, isNightly, head }) => ({
        name,
        madeAt: head?.madeAt ?? null,
        release: head?.release ?? null,
        schema: head?.schemaVersion ?? null,
        bytes,
        sealed: head ? head.sealing !== null : null,
        nightly: isNightly,
      }))
      return {
        lines: rows.length > 0 ? tableLines(rows) : [`There is none in ${place}.`],
        data: { folder: place, backups: rows },
      }
    },
  }),
  command({
    name: 'backup verify',
    summary: 'Read a whole backup and compare every sum and count in it; needs no database',
    options: { ...fileOption, ...passphraseOption },
    async runAlone({ file, 'passphrase-file': from }) {
      const config = readConfig()
      const passphrase = readPassphrase(from) ?? config.backup.passphrase
      const { head, contents, bytes, sha256 } = await walkBackup(placeOf(file, config), { passphrase })
      const rows = contents.parts.reduce((sum, part) => sum + part.rows, 0)
      return {
        lines: [
          `Whole: ${contents.parts.length} tables, ${rows} rows, ${megabytes(bytes)}.`,
          `Made ${head.madeAt} by release ${head.release}, schema ${head.schemaVersion}, PostgreSQL ${contents.postgres}.`,
        ],
        data: { ...head, bytes, sha256, parts: contents.parts.map(({ name, rows }) => ({ name, rows })) },
      }
    },
  }),
  command({
    name: 'backup restore',
    summary: 'Put a backup into an empty database, bring it to this release and check the books',
    options: { ...fileOption, ...passphraseOption },
    runAlone({ file, 'passphrase-file': from }, actor) {
      const config = readConfig()
      const passphrase = readPassphrase(from) ?? config.backup.passphrase
      const restore = (db: Db) => restoreAndCheck(db, { file: placeOf(file, config), passphrase, config }, actor)
      return withDatabase(config, restore, { mayCreate: true })
    },
  }),
]

/** Backups are named as `backup list` shows them. */
function placeOf(file: string, { backup }: Pick<Config, 'backup'>): string {
  return path.basename(file) === file ? path.join(backup.dir, file) : callersPath(file)
}

/** An upgrade of the embedded database also ends with this. */
export async function restoreAndCheck(db: Db, wish: Parameters<typeof restoreBackup>[1], actor: string) {
  const { head, parts, applied } = await restoreBackup(db, wish)
  const { problems, transactions } = await checkBooks(db)
  await writeDown(db, actor, 'operator.backup_restored', head.madeAt, { problems: problems.length })
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  return {
    lines: [
      `Restored what was there at ${head.madeAt}: ${parts.length} tables, ${rows} rows, all counts equal.`,
      ...(applied.length > 0
        ? [`Brought from schema ${head.schemaVersion} to this release: ${applied.join(', ')}.`]
        : []),
      problems.length === 0 ? `The books are clean (${transactions} transactions).` : 'The books are NOT clean:',
      ...problems,
    ],
    data: { madeAt: head.madeAt, parts, applied, problems, transactions },
    hasProblems: problems.length > 0,
  }
}

function madeLines(made: MadeBackup): string[] {
  return [
    `${made.file}: ${megabytes(made.bytes)}, ${made.parts.length} tables, read back and whole.`,
    `Left out, since running makes it again: ${made.leftOut.join(', ')}.`,
    'Not inside, and needed with it: SECRET_KEY (in the sandbox DATA_DIR/secret.key) and the other settings.',
    made.head.sealing
      ? 'Sealed: without its passphrase nobody opens it, you neither.'
      : 'Not sealed: it holds the data of all users. Keep it where only you can read, or set BACKUP_PASSPHRASE.',
  ]
}

function summaryOf({ file, bytes, sha256, head, parts, leftOut }: MadeBackup) {
  return { file, bytes, sha256, ...head, sealing: undefined, sealed: head.sealing !== null, parts, leftOut }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

async function writeDown(
  db: Db,
  actor: string,
  action: string,
  madeAt: string,
  detail: Record<string, number>,
): Promise<void> {
  await writeAudit(db, { resellerId: null, actor, action, subject: null, detail: { madeAt, ...detail } }, clock.now())
}
