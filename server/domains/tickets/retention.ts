import { DAY_MS, type RetentionRule } from '../../platform/jobs/retention.ts'

export const ticketsRetention: readonly RetentionRule[] = [
  // The messages go with their ticket.
  { table: 'tickets', condition: `state = 'closed' and closed_at < $1`, olderThanMs: 2 * 365 * DAY_MS },
]
