import type { AlertKind } from '../../../contract/monitor-figures.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { addJob } from '../../platform/jobs/jobs.ts'

export type Alert = {
  resellerId: number | null
  /** Area and problem: `reseller.short`, `payment.mismatch`. */
  kind: AlertKind
  /** What it is about: `order:<id>`. One open alert per kind and subject. */
  subject: string
  detail?: Record<string, string | number | boolean | null>
  severity?: 'warning' | 'critical'
  /** A watch keeps checking and will report when it is over. */
  isWatched?: boolean
}

/**
 * Runs in the caller's transaction. An alert that is already open is only noted as seen again, at most once a minute: a
 * flood of refused calls must not become a flood of writes.
 */
export async function raiseAlert(db: Db | Tx, alert: Alert, now: Date): Promise<void> {
  const { resellerId, kind, subject, detail = {}, severity = 'warning', isWatched = false } = alert
  const [row] = await db.query<{ id: number; isNew: boolean }>({
    name: 'alerts.raise',
    text: `insert into alerts (reseller_id, kind, subject, detail, severity, is_watched, created_at, last_seen_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7)
           on conflict (kind, subject) where resolved_at is null do update
             set last_seen_at = excluded.last_seen_at, times = alerts.times + 1, well_since = null
             where alerts.last_seen_at <= excluded.last_seen_at - interval '1 minute' or alerts.well_since is not null
           returning id, xmax = 0 as is_new`,
    values: [resellerId, kind, subject, JSON.stringify(detail), severity, isWatched, now],
  })
  if (row?.isNew) await announceAlert(db, row.id, 'raised')
}

/** For alerts without a watch: call it in the transaction that does or refuses what the alert asked for. */
export async function closeAlert(db: Db | Tx, alert: Pick<Alert, 'kind' | 'subject'>, now: Date): Promise<void> {
  const rows = await db.query<{ id: number }>({
    name: 'alerts.close',
    text: 'update alerts set resolved_at = $3 where kind = $1 and subject = $2 and resolved_at is null returning id',
    values: [alert.kind, alert.subject, now],
  })
  for (const { id } of rows) await announceAlert(db, id, 'resolved')
}

/**
 * One mail gathers everything new, and later jobs find nothing to do. Do not use a job key: a second transaction with
 * the same key would wait for the first to end, and payments raise alerts.
 */
export async function announceAlert(db: Db | Tx, alertId: number, change: 'raised' | 'resolved'): Promise<void> {
  await addJob(db, 'alerts.mail', {})
  await addJob(db, 'alerts.webhook', { alertId, change })
}
