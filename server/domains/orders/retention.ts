import { DAY_MS, type RetentionRule } from '../../platform/jobs/retention.ts'

export const ordersRetention: readonly RetentionRule[] = [
  { table: 'quotes', condition: 'expires_at < $1', olderThanMs: DAY_MS },
]
