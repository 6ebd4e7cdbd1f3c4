import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const paymentsRetention: readonly RetentionRule[] = [
  { table: 'notify_inbox', condition: 'received_at < $1', olderThanMs: 2 * 365 * DAY_MS },
  // The rows first: each names its bill.
  { table: 'bill_rows', condition: 'read_at < $1', olderThanMs: 2 * 365 * DAY_MS },
  {
    table: 'bills',
    condition: `read_at < $1 and not exists (select 1 from bill_rows r where r.merchant_id = bills.merchant_id and r.day = bills.day)`,
    olderThanMs: 2 * 365 * DAY_MS,
  },
]
