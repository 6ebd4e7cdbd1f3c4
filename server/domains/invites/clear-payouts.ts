import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { sealPayout } from '../accounts/payout-account.ts'
import { findSettledPayouts, setPayoutAccount } from './withdrawal-queries.ts'

/** Erases the payees of a deleted account, which are personal data. The amounts stay in the books. */
export async function clearPayouts(ctx: Pick<Ctx, 'config'> & { db: Tx }, owner: Owner): Promise<void> {
  for (const id of await findSettledPayouts(ctx.db, owner)) {
    await setPayoutAccount(ctx.db, id, sealPayout(ctx.config, id, { account: '', name: null }))
  }
}
