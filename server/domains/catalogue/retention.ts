import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const catalogueRetention: readonly RetentionRule[] = [
  // What was paid under it is in the orders.
  { table: 'special_prices', condition: 'ends_at < $1', olderThanMs: 365 * DAY_MS },
]
