import type { Queryable } from '../../platform/db/db.ts'

export type AuditFilter = {
  resellerId: number | null
  actor: string | null
  /** The whole action, or the area before its dot. */
  action: string | null
  subject: string | null
  since: Date | null
  limit: number
}
export type AuditRow = {
  id: number
  at: Date
  resellerId: number | null
  actor: string
  action: string
  subject: string | null
  detail: Record<string, unknown>
}

/** For operators: what was done, who did it, who it was done to, newest first. */
export function findAudit(db: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  return db.query<AuditRow>({
    name: 'audit.find',
    text: `select id, created_at as at, reseller_id, actor, action, subject, detail from audit_log
      where ($1::integer is null or reseller_id = $1) and ($2::text is null or actor = $2)
        and ($3::text is null or action = $3 or starts_with(action, $3 || '.')) and ($4::text is null or subject = $4)
        and ($5::timestamptz is null or created_at >= $5)
      order by id desc limit $6`,
    values: [filter.resellerId, filter.actor, filter.action, filter.subject, filter.since, filter.limit],
  })
}
