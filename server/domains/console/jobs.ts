import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { sendNoticeJob } from './notices/send-waiting.ts'
import { countContacts } from './overview/contacts.ts'
import { sumAndWarn } from './overview/ring-low-balances.ts'
import { checkLimits } from './resellers/limits/check-limits.ts'
import { tellSummaries } from './summary/tell-summaries.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'office.check_limits': Record<never, never>
    'office.count_contacts': { resellerId: number }
    'office.send_notice': { resellerId: number; noticeId: number }
    'office.sum_days': Record<never, never>
    'office.tell_summaries': Record<never, never>
  }
}

export const consoleJobs = {
  'office.check_limits': { run: checkLimits, maxS: 5 * MINUTE_S, cron: '*/5 * * * *' },
  'office.count_contacts': { run: countContacts, maxS: 2 * MINUTE_S },
  'office.send_notice': { run: sendNoticeJob, maxS: 5 * MINUTE_S },
  'office.sum_days': { run: sumAndWarn, maxS: 10 * MINUTE_S, cron: '5 * * * *' },
  'office.tell_summaries': { run: tellSummaries, maxS: 10 * MINUTE_S, cron: '*/15 * * * *' },
} satisfies Partial<Jobs>
