import { DAY_MS, type RetentionRule } from '../../platform/jobs/retention.ts'

export const signInRetention: readonly RetentionRule[] = [
  { table: 'spent_proofs', condition: 'spent_at < $1', olderThanMs: DAY_MS },
]
