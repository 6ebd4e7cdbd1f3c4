import { MINUTE_S, type Jobs } from '../../platform/jobs/jobs.ts'
import { applyPriceChanges } from './prices/apply-changes.ts'
import { resetDueTraffic } from './reset-traffic.ts'
import { tellEnded } from './tell-ended.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'packages.apply_prices': Record<never, never>
    'packages.reset_traffic': Record<never, never>
    'packages.tell_ended': Record<never, never>
  }
}

export const packagesJobs = {
  'packages.apply_prices': { run: applyPriceChanges, maxS: 5 * MINUTE_S, cron: '* * * * *' },
  'packages.reset_traffic': { run: resetDueTraffic, maxS: 10 * MINUTE_S, cron: '* * * * *' },
  'packages.tell_ended': { run: tellEnded, maxS: 10 * MINUTE_S, cron: '* * * * *' },
} satisfies Partial<Jobs>
