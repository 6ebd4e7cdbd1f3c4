import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const monitorRetention: readonly RetentionRule[] = [
  { table: 'monitor_sessions', condition: 'seen_at < $1', olderThanMs: 90 * DAY_MS },
  { table: 'monitor_events', condition: 'created_at < $1', olderThanMs: DAY_MS },
  { table: 'node_minutes', condition: 'minute < $1', olderThanMs: 90 * DAY_MS },
  { table: 'node_days', condition: 'day < $1', olderThanMs: 400 * DAY_MS },
  { table: 'processes', condition: 'seen_at < $1', olderThanMs: DAY_MS },
]
