import { DAY_MS } from '../../../contract/durations.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { RETENTION_BATCH, type RetentionRule } from '../../platform/jobs/retention.ts'
import { addMonths } from '../../platform/text/calendar.ts'

const AUDIT_MONTHS = 24

export const auditRetention: readonly RetentionRule[] = [
  // Keep what was done, but delete the address with everything else that tells where people are.
  { table: 'audit_addresses', condition: 'created_at < $1', olderThanMs: 90 * DAY_MS },
  { what: 'audit', remove: forgetAudit },
]

/** The audit table allows no other way to delete. */
async function forgetAudit({ db, now }: JobCtx): Promise<number> {
  const before = startOfMonth(addMonths(now, -AUDIT_MONTHS, 'UTC'))
  for (let total = 0; ;) {
    const [row] = await db.query<{ gone: number }>({
      name: 'retention.audit',
      text: 'select audit_forget($1, $2) as gone',
      values: [before, RETENTION_BATCH],
    })
    total += row!.gone
    if (row!.gone < RETENTION_BATCH) return total
  }
}

function startOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}
