import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const bulkRetention: readonly RetentionRule[] = [
  // The gifts and the ledger keep what was given, the audit keeps what was done.
  {
    table: 'bulk_items',
    condition: 'exists (select from bulk_runs r where r.id = bulk_items.bulk_id and r.ended_at < $1)',
    olderThanMs: 400 * DAY_MS,
  },
  { table: 'bulk_runs', condition: 'ended_at < $1', olderThanMs: 400 * DAY_MS },
]
