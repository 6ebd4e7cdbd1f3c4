import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { claimAccountRow, holdAccountRow, type HeldAccount } from './queries.ts'

type TxCtx = Pick<Ctx, 'db'> & { db: Tx }

/**
 * For code that opens a session: a password change or lock that is under way either waits for the new session and then
 * ends it, or is seen here. Null when the account is gone.
 */
export function holdAccount(ctx: TxCtx, account: Owner): Promise<HeldAccount | null> {
  return holdAccountRow(ctx.db, account.resellerId, account.accountId)
}

/**
 * For code that ends sessions: no session is opened at the same time. Take it before any row of the account's sessions
 * and devices.
 */
export function claimAccount(ctx: TxCtx, account: Owner): Promise<void> {
  return claimAccountRow(ctx.db, account.resellerId, account.accountId)
}
