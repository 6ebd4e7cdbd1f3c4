import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { sendReminders } from './reminders/send-reminders.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'notices.remind': Record<never, never>
  }
}

export const noticesJobs = {
  'notices.remind': { run: sendReminders, maxS: 30 * MINUTE_S, cron: '*/10 * * * *' },
} satisfies Partial<Jobs>
