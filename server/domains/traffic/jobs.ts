import { MINUTE_S, type Jobs } from '../../platform/jobs/jobs.ts'
import { beginWaiting } from './begin-waiting.ts'
import { rankTraffic } from './rank-traffic.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'traffic.begin_waiting': Record<never, never>
    'traffic.rank': Record<never, never>
  }
}

export const trafficJobs = {
  'traffic.begin_waiting': { run: beginWaiting, maxS: 5 * MINUTE_S, cron: '* * * * *' },
  'traffic.rank': { run: rankTraffic, maxS: 5 * MINUTE_S, cron: '* * * * *' },
} satisfies Partial<Jobs>
