import { HOUR_MS } from '../../../contract/durations.ts'
import type { Queryable } from '../../platform/db/db.ts'

export type BackupRun = {
  startedAt: Date
  tookMs: number
  isNightly: boolean
  isSealed: boolean
  host: string
  file: string
  bytes: number | null
  sha256: string | null
  trouble: string | null
}

export async function insertRun(db: Queryable, run: BackupRun): Promise<void> {
  await db.kysely.insertInto('backupRuns').values(run).execute()
}

export async function loadLastGoodRun(db: Queryable): Promise<BackupRun | null> {
  const rows = await db.query<BackupRun>({
    name: 'backups.last_good',
    text: `select started_at, took_ms, is_nightly, is_sealed, host, file, bytes, sha256, trouble
             from backup_runs where trouble is null order by started_at desc limit 1`,
  })
  return rows[0] ?? null
}

export async function loadLastTrouble(db: Queryable): Promise<string | null> {
  const rows = await db.query<{ trouble: string | null }>({
    name: 'backups.last_trouble',
    text: 'select trouble from backup_runs order by started_at desc limit 1',
  })
  return rows[0]?.trouble ?? null
}

/** A day, plus two hours for a backup that is slow or retried. */
export const BACKUP_MAX_AGE_H = 26

/** Hours since the last good backup, or since there is data to keep. */
export async function loadBackupAgeH(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query<{ since: Date }>({
    name: 'backups.since',
    text: `select coalesce((select max(started_at) from backup_runs where trouble is null),
                           (select min(applied_at) from schema_migrations)) as since`,
  })
  return Math.floor((now.getTime() - rows[0]!.since.getTime()) / HOUR_MS)
}

/** Newest first. */
export function findRuns(db: Queryable, limit: number): Promise<(BackupRun & { id: number })[]> {
  return db.query<BackupRun & { id: number }>({
    name: 'backups.runs',
    text: `select id, started_at, took_ms, is_nightly, is_sealed, host, file, bytes, sha256, trouble
             from backup_runs order by started_at desc, id desc limit $1`,
    values: [limit],
  })
}
