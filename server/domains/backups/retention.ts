import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const backupsRetention: readonly RetentionRule[] = [
  { table: 'backup_runs', condition: 'started_at < $1', olderThanMs: 400 * DAY_MS },
]
