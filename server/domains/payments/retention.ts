import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const paymentsRetention: readonly RetentionRule[] = [
  { table: 'notify_inbox', condition: 'received_at < $1', olderThanMs: 2 * 365 * DAY_MS },
]
