import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const noticesRetention: readonly RetentionRule[] = [
  // The longest package runs out sooner, so no event comes again.
  { table: 'reminder_marks', condition: 'created_at < $1', olderThanMs: 400 * DAY_MS },
  // Older notices count as read without a mark.
  { table: 'notice_reads', condition: 'read_at < $1', olderThanMs: 90 * DAY_MS },
  // Notices to some users, including warnings. Notices to all stay until withdrawn or over.
  {
    table: 'notice_recipients',
    condition: `exists (select from notices n where n.id = notice_recipients.notice_id and not n.is_held and n.published_at < $1)`,
    olderThanMs: 2 * 365 * DAY_MS,
  },
  {
    table: 'notices',
    condition: `is_addressed and not is_held and published_at < $1
      and not exists (select from notice_recipients t where t.notice_id = notices.id)
      and not exists (select from notice_reads r where r.notice_id = notices.id)
      and not exists (select from bulk_runs b where b.reseller_id = notices.reseller_id and b.notice_id = notices.id)`,
    olderThanMs: 2 * 365 * DAY_MS,
  },
]
