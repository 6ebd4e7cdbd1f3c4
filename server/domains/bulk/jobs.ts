import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { runBulk } from './run-bulk.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'office.bulk': { resellerId: number; bulkId: string }
    'office.bulk_back': { resellerId: number; bulkId: string }
  }
}

const run = { run: runBulk, maxS: 10 * MINUTE_S }

export const bulkJobs = { 'office.bulk': run, 'office.bulk_back': run } satisfies Partial<Jobs>
