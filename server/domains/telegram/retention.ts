import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const telegramRetention: readonly RetentionRule[] = [
  { table: 'telegram_messages', condition: 'created_at < $1', olderThanMs: 30 * DAY_MS },
  { table: 'telegram_replies', condition: 'created_at < $1', olderThanMs: 30 * DAY_MS },
  { table: 'telegram_codes', condition: 'expires_at < $1', olderThanMs: 0 },
]
