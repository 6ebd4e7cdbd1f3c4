import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const sessionsRetention: readonly RetentionRule[] = [
  { table: 'sessions', condition: 'seen_at < $1', olderThanMs: 90 * DAY_MS },
  {
    table: 'push_devices',
    condition: `created_at < $1 and not exists (select from sessions s
      where s.reseller_id = push_devices.reseller_id and s.id = push_devices.session_id)`,
    olderThanMs: 0,
  },
  {
    table: 'device_families',
    condition: 'seen_at < $1 and not exists (select from sessions s where s.device_family_id = device_families.id)',
    olderThanMs: 90 * DAY_MS,
  },
  { table: 'passkey_challenges', condition: 'expires_at < $1', olderThanMs: 0 },
]
