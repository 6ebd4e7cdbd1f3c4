import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const booksRetention: readonly RetentionRule[] = [
  { table: 'book_checks', condition: 'checked_at < $1', olderThanMs: 90 * DAY_MS },
]
