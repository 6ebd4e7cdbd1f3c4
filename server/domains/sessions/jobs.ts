import { MINUTE_S, type Jobs } from '../../platform/jobs/jobs.ts'
import { endDuePauses } from './freeze/end-due-pauses.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'freeze.end_pauses': Record<never, never>
  }
}

export const sessionsJobs = {
  'freeze.end_pauses': { run: endDuePauses, maxS: 5 * MINUTE_S, cron: '* * * * *' },
} satisfies Partial<Jobs>
