import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const accountsRetention: readonly RetentionRule[] = [
  // These rows matter for only 72 hours.
  { table: 'account_helps', condition: 'created_at < $1', olderThanMs: 90 * DAY_MS },
]
