import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const linesRetention: readonly RetentionRule[] = [
  // A removed line keeps its number while its node may still report traffic for it, or ask what changed after a long absence.
  { table: 'lines', condition: "state = 'removed' and state_since < $1", olderThanMs: 90 * DAY_MS },
  // The lines' own rows say where each of them is now.
  { table: 'line_moves', condition: "state <> 'running' and created_at < $1", olderThanMs: 90 * DAY_MS },
  // As long as hourly traffic, which it is listed beside.
  { table: 'lifelines', condition: 'until_at < $1', olderThanMs: 396 * DAY_MS },
  { table: 'line_addresses', condition: 'seen_at < $1', olderThanMs: 90 * DAY_MS },
]
