import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'

export const signInRetention: readonly RetentionRule[] = [
  { table: 'spent_proofs', condition: 'spent_at < $1', olderThanMs: DAY_MS },
]
