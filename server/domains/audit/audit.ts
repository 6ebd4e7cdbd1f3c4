import type { AuditField } from '../../../contract/console/audit-fields.ts'
import type { StaffScope } from '../../../contract/route.ts'
import type { StaffActor, StaffCtx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { knownAddress } from '../../platform/limits/client-address.ts'

/** Plain words only: never a secret, an address or a password. */
export type AuditWords = Partial<Record<AuditField, string | number | boolean | null>>

/** Who did it: `account:12`, `staff:3`, `key:0a1b2c3d4e`, `operator:root`, `job`; for staff and keys also the address. */
export type AuditActor = string | { name: string; address: string }

export type AuditEntry = {
  resellerId: number | null
  actor: AuditActor
  /** Area and verb in the past tense: `totp.removed`. */
  action: string
  /** The account or thing it was done to: `account:12`, `reseller:260`. */
  subject: string | null
  detail?: AuditWords
  /** Only the fields that the action lists: secrets as `set` or `changed`, mails masked, texts as their length. */
  before?: AuditWords
  after?: AuditWords
}

/** Runs in the caller's transaction: if the change is rolled back, so is its entry. */
export async function writeAudit(db: Db | Tx, entry: AuditEntry, now: Date): Promise<void> {
  const { resellerId, actor, action, subject, detail = {}, before, after } = entry
  const address = typeof actor === 'string' ? '' : actor.address
  await db.query({
    name: 'audit.write',
    text: `with written as (
             insert into audit_log (reseller_id, actor, action, subject, detail, before, after, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8) returning id)
           insert into audit_addresses (audit_id, address, created_at)
           select id, $9::inet, $8 from written where $9::inet is not null`,
    values: [
      resellerId,
      actorName(actor),
      action,
      subject,
      json(detail),
      json(before),
      json(after),
      now,
      knownAddress(address),
    ],
  })
}

/** A staff member looked at personal data at the console: one user, a masked field, a file. A list is one row. */
export function auditLook(
  ctx: Pick<StaffCtx<StaffScope>, 'db' | 'primary' | 'now' | 'actor' | 'resellerId' | 'client'>,
  action: string,
  subject: string | null,
  detail?: AuditWords,
): Promise<void> {
  const entry = { resellerId: ctx.resellerId, actor: staffActor(ctx), action, subject, ...(detail ? { detail } : {}) }
  return writeAudit(ctx.primary ?? ctx.db, entry, ctx.now)
}

/** The staff member, the key or the operator of this call, as the actor of every change it makes. */
export function staffActor({ actor, client }: { actor: StaffActor; client: { address: string } }): AuditActor {
  return actor.operator ?? { name: staffName(actor), address: client.address }
}

/** A key stands for itself: its short part, never its maker. */
export function staffName({ staffId, operator, apiKey }: StaffActor): string {
  return operator ?? (apiKey ? keySubject(apiKey.short) : staffSubject(staffId))
}

export function keySubject(short: string): string {
  return `key:${short}`
}

export function staffSubject(staffId: number): string {
  return `staff:${staffId}`
}

/** The actor's name as written in the log. */
export function actorName(actor: AuditActor): string {
  return typeof actor === 'string' ? actor : actor.name
}

export function accountSubject(accountId: number): string {
  return `account:${accountId}`
}

function json(words: AuditWords | undefined): string | null {
  return words ? JSON.stringify(words) : null
}
