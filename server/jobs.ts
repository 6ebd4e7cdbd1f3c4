import type { CronItem } from 'graphile-worker'

import { sendMail } from './domains/mail/send-mail.ts'
import { deleteDueAccounts } from './domains/sessions/deletion/delete-due-accounts.ts'
import { endDuePauses } from './domains/sessions/freeze/end-due-pauses.ts'
import type { JobHandlers, JobName } from './platform/jobs.ts'
import { runRetention } from './platform/retention.ts'

/** Every background job of the server. A name without a handler does not compile. */
export const jobs: JobHandlers = {
  'mail.send': sendMail,
  'accounts.delete_due': deleteDueAccounts,
  'freeze.end_pauses': endDuePauses,
  'retention.run': runRetention,
}

const DAY_MS = 86_400_000

/** What runs by the clock, in UTC. One run each, however many processes there are. */
export const cronItems: (CronItem & { task: JobName })[] = [
  { task: 'freeze.end_pauses', match: '* * * * *' },
  // In the small hours of Shanghai; a server that was off then catches up when it starts.
  { task: 'accounts.delete_due', match: '7 19 * * *', options: { backfillPeriod: DAY_MS } },
  { task: 'retention.run', match: '17 19 * * *', options: { backfillPeriod: DAY_MS } },
]
