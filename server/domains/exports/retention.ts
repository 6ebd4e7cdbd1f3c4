import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

/** Everything a reseller knows of its users is in it: it does not lie about for longer than fetching takes. */
export const KEPT_MS = 7 * DAY_MS

export const exportsRetention: readonly RetentionRule[] = [
  { table: 'exports', condition: 'ended_at < $1', olderThanMs: KEPT_MS },
]
