import type { Db, Tx } from './db.ts'

export type AuditEntry = {
  resellerId: number | null
  /** Who did it: `account:12`, `operator`, `job`. */
  actor: string
  /** Area and verb in the past: `totp.removed`. */
  action: string
  /** Whom or what it was done to: `account:12`, `reseller:260`. */
  subject: string | null
  /** Plain words only. Never a secret, an address or a password: the table is kept for ever and shown to operators. */
  detail?: Record<string, string | number | boolean | null>
}

/** In the caller's transaction: what is not done is not written down either. */
export async function writeAudit(db: Db | Tx, entry: AuditEntry, now: Date): Promise<void> {
  await db.query({
    name: 'audit.write',
    text: `insert into audit_log (reseller_id, actor, action, subject, detail, created_at) values ($1, $2, $3, $4, $5, $6)`,
    values: [entry.resellerId, entry.actor, entry.action, entry.subject, JSON.stringify(entry.detail ?? {}), now],
  })
}

export function accountSubject(accountId: number): string {
  return `account:${accountId}`
}
