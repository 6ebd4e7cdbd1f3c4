import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { writeExport } from './write-export.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'exports.write': { resellerId: number; exportId: number }
  }
}

export const exportsJobs = {
  'exports.write': { run: writeExport, maxS: 60 * MINUTE_S },
} satisfies Partial<Jobs>
