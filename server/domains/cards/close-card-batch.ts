import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { post } from '../ledger/post.ts'
import { releaseStock } from '../packages/hold-stock.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { findDueBatches, markBatchClosed, voidUnusedCards, type BatchName } from './batch-queries.ts'

type Closed = { voided: number; refundFen: number }

/** Makes what is unused of a purchase void and gives the reseller back what it cost. */
export function closeCardBatch(ctx: Pick<Ctx, 'db' | 'now'>, name: BatchName, actor: string): Promise<Closed> {
  const { resellerId, batchId } = name
  return inTx(ctx, async (tx) => {
    const batch = (await markBatchClosed(tx.db, name, ctx.now)) ?? fail('object.unknown')
    const voided = await voidUnusedCards(tx.db, name)
    if (batch.kind === 'package' && voided > 0) await releaseStock(tx, batch.packageId!, voided)
    const refundFen = batch.costFen * voided
    const detail = { batchId, voided, refundFen }
    const subject = resellerSubject(resellerId)
    await writeAudit(tx.db, { resellerId, actor, action: 'cards.voided', subject, detail }, ctx.now)
    await post(tx, {
      key: `batch:${batchId}:close`,
      kind: 'card_void',
      resellerId,
      legs: [
        { kind: 'cards', resellerId, amountFen: -refundFen },
        { kind: 'reseller', resellerId, amountFen: refundFen },
      ],
      memo: { batchId },
    })
    return { voided, refundFen }
  })
}

/** The hourly job: a card that expired is the reseller's money again. */
export async function closeExpiredBatches(ctx: JobCtx): Promise<void> {
  const due = await findDueBatches(ctx.db, ctx.now)
  for (const name of due) await closeCardBatch(ctx, name, 'job')
  if (due.length > 0) ctx.log.info({ count: due.length }, 'card batches expired')
}
