import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { beginWaiting } from './begin-waiting.ts'
import { makePartitions } from './make-partitions.ts'
import { rankUsers } from './ranking/rank-users.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'traffic.begin_waiting': Record<never, never>
    'traffic.make_partitions': Record<never, never>
    'traffic.rank': Record<never, never>
  }
}

export const trafficJobs = {
  'traffic.begin_waiting': { run: beginWaiting, maxS: 5 * MINUTE_S, cron: '* * * * *' },
  'traffic.make_partitions': { run: makePartitions, maxS: MINUTE_S, cron: '* * * * *' },
  'traffic.rank': { run: rankUsers, maxS: 5 * MINUTE_S, cron: '* * * * *' },
} satisfies Partial<Jobs>
