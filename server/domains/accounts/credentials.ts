import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx, Queryable } from '../../platform/db/db.ts'
import { replaceOldHash, updatePasswordHash, type Credentials } from './queries.ts'

/** Takes a hash, not a password: hashing waits for a slot and must not do so inside a transaction. */
export function setPasswordHash(ctx: Pick<Ctx, 'db'>, account: Owner, passwordHash: string): Promise<void> {
  return updatePasswordHash(ctx.db, account, passwordHash)
}

/** Replaces a hash of another panel's digest. Returns false when the account has another by now. */
export function replaceOldPassword(db: Queryable, login: Credentials, passwordHash: string): Promise<boolean> {
  return replaceOldHash(db, login, passwordHash)
}

/** Returns false when the account was locked or unlocked meanwhile: the new password was chosen for another state. */
export async function recoverPassword(
  db: Tx,
  { resellerId, accountId }: Owner,
  passwordHash: string,
  { unlock }: { unlock: boolean },
): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.recover_password',
    text: `update accounts set password_hash = $3, password_kind = null, password_salt = null, locked_at = null
            where reseller_id = $1 and id = $2 and (locked_at is not null) = $4 and deleted_at is null returning id`,
    values: [resellerId, accountId, passwordHash, unlock],
  })
  return rows.length === 1
}

/**
 * Sets address and proof in one statement, so an unproved address is never marked as verified. Returns false when
 * another account of the reseller has the address.
 */
export async function setEmail(db: Tx, { resellerId, accountId }: Owner, email: string, now: Date): Promise<boolean> {
  try {
    await db.query({
      name: 'accounts.set_email',
      text: `update accounts set email = $3, email_verified_at = $4 where reseller_id = $1 and id = $2`,
      values: [resellerId, accountId, email, now],
    })
    return true
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'accounts_email') return false
    throw error
  }
}

/**
 * Verifies the address given at registration once its code came back. Does nothing if another account has proved it.
 */
export async function proveEmail(db: Tx, { resellerId, accountId }: Owner, email: string, now: Date): Promise<void> {
  await db.query({
    name: 'accounts.prove_email',
    text: `update accounts set email_verified_at = $4
            where reseller_id = $1 and id = $2 and email_verified_at is null and lower(email) = lower($3)
              and not exists (select from accounts o where o.reseller_id = $1 and lower(o.email) = lower($3)
                                and o.email_verified_at is not null)`,
    values: [resellerId, accountId, email, now],
  })
}

export async function isEmailTaken(db: Queryable, resellerId: number, email: string): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.email_taken',
    text: `select from accounts where reseller_id = $1 and lower(email) = lower($2) and email_verified_at is not null`,
    values: [resellerId, email],
  })
  return rows.length > 0
}
