import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from './retention.ts'

export const platformRetention: readonly RetentionRule[] = [
  // A client repeats a money call within hours.
  { table: 'idempotency_keys', condition: 'created_at < $1', olderThanMs: 7 * DAY_MS },
  // The limiter counts in milliseconds; a row without an end is one of its permanent blocks.
  { table: 'rate_limits', condition: 'to_timestamp(expire / 1000.0) < $1', olderThanMs: 0 },
]
