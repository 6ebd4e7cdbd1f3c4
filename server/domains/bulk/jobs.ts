import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { runBulk } from './run-bulk.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'office.bulk': { resellerId: number; bulkId: string }
  }
}

export const bulkJobs = {
  'office.bulk': { run: runBulk, maxS: 10 * MINUTE_S },
} satisfies Partial<Jobs>
