import { inTx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { post } from '../ledger/post.ts'
import { claimAsConfirmed, findDueCommissions, type OrderName } from './queries.ts'

/** The job, every ten minutes: commission of orders that were not refunded for some days may be used. */
export async function confirmCommissions(ctx: JobCtx): Promise<void> {
  const due = await findDueCommissions(ctx.db, ctx.now)
  let failed = 0
  for (const name of due) {
    // One that cannot be confirmed must not keep all later ones.
    await confirmOne(ctx, name).catch((error: Error) => {
      failed += 1
      ctx.log.error({ orderId: name.orderId, reason: error.message }, 'commission not confirmed')
    })
  }
  if (failed > 0) throw new Error(`${failed} of ${due.length} commissions could not be confirmed`)
  if (due.length > 0) ctx.log.info({ count: due.length }, 'commissions confirmed')
}

function confirmOne(ctx: JobCtx, name: OrderName): Promise<void> {
  return inTx(ctx, async (tx) => {
    const commission = await claimAsConfirmed(tx.db, name)
    if (!commission) return
    const { resellerId, inviterId: accountId, amountFen, orderId } = commission
    await post(tx, {
      key: `order:${orderId}:commission`,
      kind: 'commission_confirm',
      resellerId,
      legs: [
        { kind: 'commission_pending', resellerId, accountId, amountFen: -amountFen },
        { kind: 'commission', resellerId, accountId, amountFen },
      ],
      memo: { orderId },
    })
  })
}
