import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const clientsRetention: readonly RetentionRule[] = [
  // Uploads that nobody finished; their parts go with them.
  { table: 'client_files', condition: 'sha256 is null and created_at < $1', olderThanMs: 7 * DAY_MS },
]
