import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const feedsRetention: readonly RetentionRule[] = [
  // Codes that nobody used, and devices whose address was taken back.
  {
    table: 'feed_devices',
    condition: '(used_at is null and expires_at < $1) or revoked_at < $1',
    olderThanMs: 90 * DAY_MS,
  },
  { table: 'feed_hwids', condition: 'seen_at < $1', olderThanMs: 90 * DAY_MS },
]
