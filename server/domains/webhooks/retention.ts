import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const webhooksRetention: readonly RetentionRule[] = [
  // Its deliveries and their tries go with it; the last try comes after three days.
  { table: 'webhook_events', condition: 'created_at < $1', olderThanMs: 30 * DAY_MS },
]
