import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { runWindows } from './windows.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'nodes.windows': Record<never, never>
  }
}

export const nodesJobs = {
  'nodes.windows': { run: runWindows, maxS: 2 * MINUTE_S, cron: '* * * * *' },
} satisfies Partial<Jobs>
