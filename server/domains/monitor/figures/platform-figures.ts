import type { MonitorPlatform } from '../../../../contract/monitor-figures.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { loadLastGoodRun } from '../../backups/runs.ts'
import {
  findProcesses,
  loadDatabaseFigures,
  loadJobFigures,
  loadLastBookCheck,
  type ProcessRow,
} from './platform-health.ts'

export async function loadPlatformFigures(db: Queryable, now: Date): Promise<MonitorPlatform> {
  const books = await loadLastBookCheck(db)
  const backup = await loadLastGoodRun(db)
  return {
    jobs: await loadJobFigures(db),
    database: await loadDatabaseFigures(db),
    processes: (await findProcesses(db, now)).map(toProcess),
    books: books ? { ...books, checkedAt: books.checkedAt.toISOString() } : null,
    backup: backup ? { madeAt: backup.startedAt.toISOString(), bytes: backup.bytes ?? 0 } : null,
  }
}

function toProcess({ diskFreeBytes, diskTotalBytes, startedAt, seenAt, ...process }: ProcessRow) {
  return {
    ...process,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    diskFreePercent: freePercent(diskFreeBytes, diskTotalBytes),
  }
}

export function freePercent(freeBytes: number | null, totalBytes: number | null): number | null {
  return freeBytes !== null && totalBytes ? Math.round((freeBytes / totalBytes) * 1000) / 10 : null
}
