import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { returnExpired } from './links/end-links.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'gifts.return_links': Record<never, never>
  }
}

export const giftsJobs = {
  'gifts.return_links': { run: returnExpired, maxS: 10 * MINUTE_S, cron: '*/10 * * * *' },
} satisfies Partial<Jobs>
