import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { backUpNightly, backUpNow } from './make-backup.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'backups.nightly': Record<never, never>
    'backups.now': Record<never, never>
  }
}

export const backupsJobs = {
  'backups.nightly': { run: backUpNightly, maxS: 120 * MINUTE_S, cron: '41 19 * * *', catchesUp: true },
  'backups.now': { run: backUpNow, maxS: 120 * MINUTE_S },
} satisfies Partial<Jobs>
