import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { closeDays } from './close-days.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'ledger.close_days': Record<never, never>
  }
}

export const ledgerJobs = {
  'ledger.close_days': { run: closeDays, maxS: 30 * MINUTE_S, cron: '3 * * * *' },
} satisfies Partial<Jobs>
