import { hostname } from 'node:os'
import path from 'node:path'

import type { Config } from '../../config.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { createBackup, type MadeBackup } from '../../platform/backup/create-backup.ts'
import { makeFolder, newFileName, removeOutdated, removePartials } from '../../platform/backup/folder.ts'
import { walkBackup } from '../../platform/backup/read-file.ts'
import type { Db } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { runBackupHook } from './run-hook.ts'
import { insertRun } from './runs.ts'

type BackupCtx = { db: Db; now: Date; config: Pick<Config, 'backup'> }
type BackupOptions = { isNightly: boolean; passphrase: string | null; file?: string | null }

/**
 * Makes a backup, reads it back and records the result. Without a file name it goes into the folder of the settings.
 */
export async function makeBackup({ db, now, config }: BackupCtx, wish: BackupOptions): Promise<MadeBackup> {
  const { isNightly, passphrase } = wish
  const file = path.resolve(wish.file ?? path.join(config.backup.dir, newFileName(now, isNightly)))
  const startedAt = performance.now()
  const run = { startedAt: now, isNightly, isSealed: passphrase !== null, host: hostname().slice(0, 255), file }
  const tookMs = () => Math.round(performance.now() - startedAt)
  try {
    if (!wish.file) await makeFolder(config.backup.dir)
    // A folder that the caller names may belong to another installation.
    const onTurn = async () => void (wish.file ? null : await removePartials(config.backup.dir))
    const made = await createBackup(db, { file, passphrase, now, onTurn })
    await walkBackup(file, { passphrase })
    await insertRun(db, { ...run, tookMs: tookMs(), bytes: made.bytes, sha256: made.sha256, trouble: null }).catch(
      leaveOlderAlone,
    )
    return made
  } catch (error) {
    // A BackupError means that nothing was tried: another backup is running, or the file exists.
    if (!(error instanceof BackupError)) {
      const trouble = ((error as Error).message || 'unknown').slice(0, 500)
      await insertRun(db, { ...run, tookMs: tookMs(), bytes: null, sha256: null, trouble }).catch(() => {})
    }
    throw error
  }
}

/** A database of an older release, before its upgrade, has no such table yet. */
function leaveOlderAlone(error: { code?: string }): void {
  if (error.code !== '42P01') throw error
}

export async function backUpNightly({ db, now, config, log }: JobCtx): Promise<void> {
  const { isNightly, passphrase, dir } = config.backup
  if (!isNightly) return
  const { bytes, file } = await makeBackup({ db, now, config }, { isNightly: true, passphrase })
  const removed = await removeOutdated(dir)
  const hookTrouble = await runBackupHook({ db, config }, file)
  log.info({ file, bytes, removed: removed.length, hookTrouble }, 'backup')
}

/** Requested by a person, so it stays until a person removes it. */
export async function backUpNow({ db, now, config, log }: JobCtx): Promise<void> {
  const { bytes, file } = await makeBackup(
    { db, now, config },
    { isNightly: false, passphrase: config.backup.passphrase },
  )
  const hookTrouble = await runBackupHook({ db, config }, file)
  log.info({ file, bytes, hookTrouble }, 'backup')
}
