import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { checkBooksJob, checkNewBooksJob } from '../books/check-books-job.ts'
import { callWebhook } from './tell-alerts/call-webhook.ts'
import { mailAlerts } from './tell-alerts/mail-alerts.ts'
import { recordMinute } from './watch/record-minute.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'alerts.mail': Record<never, never>
    'alerts.webhook': { alertId: number; change: 'raised' | 'resolved' }
    'monitor.record_minute': Record<never, never>
    'monitor.check_books': Record<never, never>
    'monitor.check_new_books': Record<never, never>
  }
}

export const monitorJobs = {
  'alerts.mail': { run: mailAlerts, maxS: 5 * MINUTE_S },
  'alerts.webhook': { run: callWebhook, maxS: MINUTE_S },
  'monitor.record_minute': { run: recordMinute, maxS: 2 * MINUTE_S, cron: '* * * * *' },
  'monitor.check_books': { run: checkBooksJob, maxS: 15 * MINUTE_S, cron: '29 19 * * *', catchesUp: true },
  'monitor.check_new_books': { run: checkNewBooksJob, maxS: 15 * MINUTE_S, cron: '*/10 * * * *' },
} satisfies Partial<Jobs>
