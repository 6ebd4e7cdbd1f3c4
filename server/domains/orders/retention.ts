import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const ordersRetention: readonly RetentionRule[] = [
  { table: 'quotes', condition: 'expires_at < $1', olderThanMs: DAY_MS },
]
