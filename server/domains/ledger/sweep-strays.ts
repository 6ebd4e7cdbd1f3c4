import { inTx, type Ctx } from '../../platform/context.ts'
import { alertUnclaimed, post } from './post.ts'
import { findStrays } from './unclaimed-queries.ts'

/** Puts what is left on accounts that are gone where a person can give it back. */
export async function sweepStrays(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  for (const { resellerId, accountId, kind, balanceFen, lastId } of await findStrays(ctx.db)) {
    await inTx(ctx, async (tx) => {
      await post(tx, {
        key: `account:${accountId}:unclaimed:${lastId}`,
        kind: 'unclaimed',
        resellerId,
        legs: [
          { kind, resellerId, accountId, amountFen: -balanceFen },
          { kind: 'unclaimed', resellerId, accountId, amountFen: balanceFen },
        ],
      })
      await alertUnclaimed(tx, { resellerId, kind: 'unclaimed' }, accountId)
    })
  }
}
