import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { confirmCommissions } from './commissions.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'invites.confirm': Record<never, never>
  }
}

export const invitesJobs = {
  'invites.confirm': { run: confirmCommissions, maxS: 10 * MINUTE_S, cron: '*/10 * * * *' },
} satisfies Partial<Jobs>
