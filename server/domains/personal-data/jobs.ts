import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { deleteDueAccounts } from './deletion/delete-due-accounts.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'accounts.delete_due': Record<never, never>
  }
}

export const personalDataJobs = {
  'accounts.delete_due': { run: deleteDueAccounts, maxS: 30 * MINUTE_S, cron: '7 19 * * *', catchesUp: true },
} satisfies Partial<Jobs>
