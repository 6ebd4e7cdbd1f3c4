import type { Db, Tx } from './db.ts'

export type Alert = {
  resellerId: number | null
  /** Area and trouble: `reseller.short`, `payment.mismatch`. */
  kind: string
  /** What it is about: `order:<id>`. One open alert per kind and subject. */
  subject: string
  detail?: Record<string, string | number | boolean | null>
}

/** In the caller's transaction. */
export async function raiseAlert(db: Db | Tx, alert: Alert, now: Date): Promise<void> {
  await db.query({
    name: 'alerts.raise',
    text: `insert into alerts (reseller_id, kind, subject, detail, created_at) values ($1, $2, $3, $4, $5)
      on conflict (kind, subject) where acknowledged_at is null do nothing`,
    values: [alert.resellerId, alert.kind, alert.subject, JSON.stringify(alert.detail ?? {}), now],
  })
}
