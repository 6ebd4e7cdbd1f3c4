import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { updatePasswordHash } from './queries.ts'

/** Takes a hash, not a password: hashing waits for a slot and must not do so inside a transaction. */
export function setPasswordHash(ctx: Pick<Ctx, 'db'>, account: Owner, passwordHash: string): Promise<void> {
  return updatePasswordHash(ctx.db, account, passwordHash)
}

/** False when the account was locked or unlocked meanwhile: then the new password is not for the state one saw. */
export async function recoverPassword(
  db: Tx,
  { resellerId, accountId }: Owner,
  passwordHash: string,
  { unlock }: { unlock: boolean },
): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.recover_password',
    text: `update accounts set password_hash = $3, locked_at = null
            where reseller_id = $1 and id = $2 and (locked_at is not null) = $4 and deleted_at is null returning id`,
    values: [resellerId, accountId, passwordHash, unlock],
  })
  return rows.length === 1
}
