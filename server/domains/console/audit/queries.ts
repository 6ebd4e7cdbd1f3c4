import { sql } from 'kysely'

import { auditLooks } from '../../../../contract/console/audit-actions.ts'
import type { Condition, ListQuery } from '../../lists/list-page.ts'

export type AuditFilter = {
  search?: string
  actor?: string
  action?: string
  subject?: string
  only?: 'changes' | 'looks'
  from?: string
  to?: string
}
export type ListedAudit = {
  id: number
  at: Date
  resellerId: number | null
  actor: string
  action: string
  subject: string | null
  detail: Record<string, unknown>
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  address: string | null
}

const COLUMNS = `page.id, page.created_at as at, page.reseller_id, page.actor, page.action, page.subject,
  page.detail, page.before, page.after,
  network(set_masklen(a.address, case family(a.address) when 4 then 24 else 48 end))::text as address`
const JOINS = `left join audit_addresses a on a.audit_id = page.id`

/** The audit log of one reseller, or of all with null. Ids rise with time, so sorting by id sorts by time. */
export function auditList(resellerId: number | null, filter: AuditFilter): ListQuery<'at'> {
  return {
    table: 'audit_log l',
    id: { by: 'l.id', kind: 'id' },
    sorts: { at: { by: 'l.id', kind: 'number' } },
    firstSort: '-at',
    where: [resellerId === null ? sql`true` : sql`l.reseller_id = ${resellerId}`, ...conditions(filter)],
    show: { columns: COLUMNS, joins: JOINS },
  }
}

function conditions({ search, actor, action, subject, only, from, to }: AuditFilter): Condition[] {
  return [
    ...(search ? [sql`(l.actor = ${search} or l.subject = ${search} or l.action = ${search})`] : []),
    ...(actor ? [sql`l.actor = ${actor}`] : []),
    ...(action ? [sql`(l.action = ${action} or starts_with(l.action, ${`${action}.`}))`] : []),
    ...(subject ? [sql`l.subject = ${subject}`] : []),
    ...(only === 'looks' ? [sql`l.action = any(${auditLooks})`] : []),
    ...(only === 'changes' ? [sql`l.action <> all(${auditLooks})`] : []),
    ...(from ? [sql`l.created_at >= ${new Date(from)}`] : []),
    ...(to ? [sql`l.created_at < ${new Date(to)}`] : []),
  ]
}
