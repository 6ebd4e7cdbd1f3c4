import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const staffRetention: readonly RetentionRule[] = [
  { table: 'staff_sessions', condition: 'seen_at < $1', olderThanMs: 90 * DAY_MS },
  { table: 'staff_challenges', condition: 'expires_at < $1', olderThanMs: 0 },
  { table: 'staff_invitations', condition: 'expires_at < $1', olderThanMs: 90 * DAY_MS },
  { table: 'bell_rings', condition: 'created_at < $1', olderThanMs: 30 * DAY_MS },
]
