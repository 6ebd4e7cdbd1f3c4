import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'

export type TotpFactor = { totpSecret: Buffer | null; totpConfirmedAt: Date | null }

export async function loadTotp(db: Queryable, owner: Owner): Promise<TotpFactor | null> {
  const rows = await db.query<TotpFactor>({
    name: 'accounts.totp_load',
    text: `select totp_secret, totp_confirmed_at from accounts where reseller_id = $1 and id = $2`,
    values: [owner.resellerId, owner.accountId],
  })
  return rows[0] ?? null
}

/** Returns false when this step or a later one was accepted before: the row decides between parallel requests. */
export async function spendTotpStep(db: Queryable, owner: Owner, secret: Buffer, step: number): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.totp_spend',
    text: `update accounts set totp_step = $4
            where reseller_id = $1 and id = $2 and totp_secret = $3 and totp_step < $4 and totp_confirmed_at is not null
        returning id`,
    values: [owner.resellerId, owner.accountId, secret, step],
  })
  return rows.length === 1
}

/** Returns false when TOTP is already on: an active factor is never overwritten. */
export async function storeTotpSecret(db: Queryable, owner: Owner, sealed: Buffer): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.totp_store',
    text: `update accounts set totp_secret = $3
            where reseller_id = $1 and id = $2 and totp_confirmed_at is null returning id`,
    values: [owner.resellerId, owner.accountId, sealed],
  })
  return rows.length === 1
}

/** Compares the secret too: otherwise a second "begin" between read and write would turn on an unseen secret. */
export async function confirmTotp(
  db: Queryable,
  owner: Owner,
  factor: { secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.totp_confirm',
    text: `update accounts set totp_confirmed_at = $5, totp_step = $4
            where reseller_id = $1 and id = $2 and totp_secret = $3 and totp_confirmed_at is null and totp_step < $4
        returning id`,
    values: [owner.resellerId, owner.accountId, factor.secret, factor.step, factor.now],
  })
  return rows.length === 1
}

export async function clearTotp(db: Queryable, owner: Owner): Promise<void> {
  await db.query({
    name: 'accounts.totp_clear',
    text: `update accounts set totp_secret = null, totp_confirmed_at = null where reseller_id = $1 and id = $2`,
    values: [owner.resellerId, owner.accountId],
  })
}
