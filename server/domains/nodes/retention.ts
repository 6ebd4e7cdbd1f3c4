import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const nodesRetention: readonly RetentionRule[] = [
  { table: 'maintenance_windows', condition: 'ends_at < $1', olderThanMs: 400 * DAY_MS },
  { table: 'outages', condition: 'ended_at < $1', olderThanMs: 400 * DAY_MS },
  { table: 'node_blocked_days', condition: 'day < $1', olderThanMs: 400 * DAY_MS },
]
