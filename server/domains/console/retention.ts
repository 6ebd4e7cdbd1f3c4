import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const consoleRetention: readonly RetentionRule[] = [
  { table: 'platform_words', condition: 'created_at < $1', olderThanMs: 180 * DAY_MS },
]
