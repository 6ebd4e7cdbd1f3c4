import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { sealPayout } from '../accounts/payout-account.ts'
import { findSettledPayouts, setPayoutAccount } from './withdrawal-queries.ts'

/** What was paid out to a deleted account stays in the books; where to is the person's. */
export async function clearPayouts(ctx: Pick<Ctx, 'config'> & { db: Tx }, owner: Owner): Promise<void> {
  for (const id of await findSettledPayouts(ctx.db, owner)) {
    await setPayoutAccount(ctx.db, id, sealPayout(ctx.config, id, { account: '', name: null }))
  }
}
