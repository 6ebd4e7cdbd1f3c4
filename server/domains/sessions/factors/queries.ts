import type { Db, Tx } from '../../../platform/db.ts'

export type Owner = { resellerId: number; accountId: number }
export type TotpFactor = { totpSecret: Buffer | null; totpConfirmedAt: Date | null }

export async function loadTotp(db: Db | Tx, owner: Owner): Promise<TotpFactor | null> {
  const rows = await db.query<TotpFactor>({
    name: 'factors.load_totp',
    text: `select totp_secret, totp_confirmed_at from accounts where reseller_id = $1 and id = $2`,
    values: [owner.resellerId, owner.accountId],
  })
  return rows[0] ?? null
}

/** False when this step or a later one was accepted before: the row decides between parallel requests. */
export async function spendTotpStep(db: Db | Tx, owner: Owner, secret: Buffer, step: number): Promise<boolean> {
  const rows = await db.query({
    name: 'factors.spend_step',
    text: `update accounts set totp_step = $4
            where reseller_id = $1 and id = $2 and totp_secret = $3 and totp_step < $4 and totp_confirmed_at is not null
        returning id`,
    values: [owner.resellerId, owner.accountId, secret, step],
  })
  return rows.length === 1
}

export async function spendRecoveryCode(db: Db | Tx, owner: Owner, codeHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'factors.spend_recovery',
    text: `update recovery_codes set used_at = $4
            where reseller_id = $1 and account_id = $2 and code_hash = $3 and used_at is null returning account_id`,
    values: [owner.resellerId, owner.accountId, codeHash, now],
  })
  return rows.length === 1
}

/** False when TOTP is on already: a running factor is never overwritten. */
export async function storeTotpSecret(db: Db | Tx, owner: Owner, sealed: Buffer): Promise<boolean> {
  const rows = await db.query({
    name: 'factors.store_secret',
    text: `update accounts set totp_secret = $3
            where reseller_id = $1 and id = $2 and totp_confirmed_at is null returning id`,
    values: [owner.resellerId, owner.accountId, sealed],
  })
  return rows.length === 1
}

/** Compares the secret too: a second "begin" between look and write would otherwise turn on an unseen one. */
export async function confirmTotp(
  db: Db | Tx,
  owner: Owner,
  factor: { secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const rows = await db.query({
    name: 'factors.confirm',
    text: `update accounts set totp_confirmed_at = $5, totp_step = $4
            where reseller_id = $1 and id = $2 and totp_secret = $3 and totp_confirmed_at is null and totp_step < $4
        returning id`,
    values: [owner.resellerId, owner.accountId, factor.secret, factor.step, factor.now],
  })
  return rows.length === 1
}

export async function clearTotp(db: Db | Tx, owner: Owner): Promise<void> {
  await db.query({
    name: 'factors.clear_totp',
    text: `update accounts set totp_secret = null, totp_confirmed_at = null where reseller_id = $1 and id = $2`,
    values: [owner.resellerId, owner.accountId],
  })
  await db.query({
    name: 'factors.clear_recovery',
    text: `delete from recovery_codes where reseller_id = $1 and account_id = $2`,
    values: [owner.resellerId, owner.accountId],
  })
}

export async function insertRecoveryCodes(db: Db | Tx, owner: Owner, hashes: readonly Buffer[]): Promise<void> {
  await db.kysely
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ ...owner, codeHash })))
    .execute()
}

export async function countRecoveryCodes(db: Db | Tx, owner: Owner): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'factors.count_recovery',
    text: `select count(*) from recovery_codes where reseller_id = $1 and account_id = $2 and used_at is null`,
    values: [owner.resellerId, owner.accountId],
  })
  return rows[0]!.count
}
