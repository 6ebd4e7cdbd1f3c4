import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'

type TxCtx = Pick<Ctx, 'db'> & { db: Tx }

type LockedAccount = {
  userName: string
  passwordHash: string
  lockedAt: Date | null
  hasFactor: boolean
  verifiedEmail: string | null
}

/**
 * For code that opens a session: a concurrent password change or lock either waits and then ends the new session, or is
 * visible here. Any number of callers may lock the row so at once. Returns null when the account is gone.
 */
export async function lockAccountRow(ctx: TxCtx, { resellerId, accountId }: Owner): Promise<LockedAccount | null> {
  const rows = await ctx.db.query<LockedAccount>({
    name: 'accounts.lock_row',
    text: `select user_name, password_hash, locked_at, totp_confirmed_at is not null as has_factor,
                  case when email_verified_at is not null then email end as verified_email
             from accounts where reseller_id = $1 and id = $2 and deleted_at is null for share`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

/**
 * For code that ends sessions: no session can open at the same time. Call it before locking any row of the account's
 * sessions and devices. It waits for all holders of the row and keeps new ones out until the transaction ends.
 */
export async function claimAccount(ctx: TxCtx, { resellerId, accountId }: Owner): Promise<void> {
  await ctx.db.query({
    name: 'accounts.claim',
    text: 'select id from accounts where reseller_id = $1 and id = $2 for no key update',
    values: [resellerId, accountId],
  })
}
