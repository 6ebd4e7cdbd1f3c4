import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { resetDueTraffic } from './reset-traffic.ts'
import { tellEnded } from './tell-ended.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'packages.reset_traffic': Record<never, never>
    'packages.tell_ended': Record<never, never>
  }
}

export const subscriptionJobs = {
  'packages.reset_traffic': { run: resetDueTraffic, maxS: 10 * MINUTE_S, cron: '* * * * *' },
  'packages.tell_ended': { run: tellEnded, maxS: 10 * MINUTE_S, cron: '* * * * *' },
} satisfies Partial<Jobs>
