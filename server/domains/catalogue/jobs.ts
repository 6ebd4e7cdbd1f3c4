import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { applyPriceChanges } from './prices/apply-changes.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'packages.apply_prices': Record<never, never>
  }
}

export const catalogueJobs = {
  'packages.apply_prices': { run: applyPriceChanges, maxS: 5 * MINUTE_S, cron: '* * * * *' },
} satisfies Partial<Jobs>
