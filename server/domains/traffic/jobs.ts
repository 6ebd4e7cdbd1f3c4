import { MINUTE_S, type Jobs } from '../../platform/jobs/jobs.ts'
import { rankTraffic } from './rank-traffic.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'traffic.rank': Record<never, never>
  }
}

export const trafficJobs = {
  'traffic.rank': { run: rankTraffic, maxS: 5 * MINUTE_S, cron: '* * * * *' },
} satisfies Partial<Jobs>
