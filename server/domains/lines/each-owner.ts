import { inTx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { alignLines } from './align-lines.ts'

/** Accounts per transaction: each node is then notified once for all of them. */
const TOGETHER = 50

/** Uses one transaction per account, so that a failure does not hold up the rest. Returns how many succeeded. */
export async function eachOwner<O extends Owner>(
  ctx: JobCtx,
  owners: readonly O[],
  work: (tx: JobCtx & { db: Tx }, owner: O) => Promise<unknown>,
): Promise<number> {
  let done = 0
  for (const owner of owners) {
    const { resellerId, accountId } = owner
    await inTx(ctx, (tx) => work(tx, owner)).then(
      () => (done += 1),
      (err: unknown) => ctx.log.error({ err, resellerId, accountId }, 'lines not aligned'),
    )
  }
  return done
}

/** Aligns accounts in groups, and one by one if a group fails. */
export async function alignMany(ctx: JobCtx, owners: readonly Owner[]): Promise<number> {
  let done = 0
  for (let from = 0; from < owners.length; from += TOGETHER) {
    const some = owners.slice(from, from + TOGETHER)
    done += await inTx(ctx, (tx) => alignLines(tx, ...some)).then(
      () => some.length,
      () => eachOwner(ctx, some, alignLines),
    )
  }
  return done
}

/** Works page by page: finished items are not found again. Stops at a page where everything fails. */
export async function untilDone<O>(find: () => Promise<O[]>, work: (page: O[]) => Promise<number>): Promise<void> {
  for (;;) {
    const page = await find()
    if (page.length === 0 || (await work(page)) === 0) return
  }
}
