import { inTx, type Ctx, type TxCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { releaseStock } from '../catalogue/get-package.ts'
import { post } from '../ledger/post.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import {
  closeIfUsedUp,
  findDueBatches,
  loadCardState,
  lockOpenBatch,
  markBatchClosed,
  voidOneCard,
  voidUnusedCards,
  type BatchName,
  type BatchRow,
} from './batch-queries.ts'

type CardCtx = Pick<Ctx, 'db' | 'now'>
type Voided = { voided: number; refundFen: number }
type Ended = { batch: BatchRow; voided: number; ledgerKey: string; actor: AuditActor; cardId?: number }

/**
 * Voids unused, unassigned keys by hand and refunds their cost to the reseller. Danger: a customer who bought such a
 * key from the reseller holds a dead one, so warn before calling this. Assigned keys stay valid.
 */
export function voidBatch(ctx: CardCtx, name: BatchName, actor: AuditActor): Promise<Voided> {
  return inTx(ctx, async (tx) => {
    const batch = (await lockOpenBatch(tx.db, name)) ?? fail('object.unknown')
    const voided = await voidUnusedCards(tx.db, name, { alsoAssigned: false })
    await closeIfUsedUp(tx.db, name, ctx.now)
    // A repeated call refunds nothing and posts no transaction.
    if (voided === 0) return { voided, refundFen: 0 }
    return payBack(tx, { batch, voided, ledgerKey: `batch:${batch.id}:void`, actor })
  })
}

/** Voids one unused, unassigned key. */
export function voidCard(
  ctx: CardCtx,
  { resellerId, cardId }: { resellerId: number; cardId: number },
  actor: AuditActor,
): Promise<Voided> {
  return inTx(ctx, async (tx) => {
    const { batchId } = (await loadCardState(tx.db, resellerId, cardId)) ?? fail('object.unknown')
    const name = { resellerId, batchId }
    const batch = (await lockOpenBatch(tx.db, name)) ?? fail('card.used')
    if ((await voidOneCard(tx.db, resellerId, cardId)) === null) fail('card.used')
    await closeIfUsedUp(tx.db, name, ctx.now)
    return payBack(tx, { batch, voided: 1, ledgerKey: `card:${cardId}:void`, actor, cardId })
  })
}

/** The hourly job: refunds expired cards to the reseller, assigned or not. */
export async function closeExpiredBatches(ctx: JobCtx): Promise<void> {
  const due = await findDueBatches(ctx.db, ctx.now)
  for (const name of due) await inTx(ctx, (tx) => closeExpired(tx, name))
  if (due.length > 0) ctx.log.info({ count: due.length }, 'card batches expired')
}

async function closeExpired(ctx: TxCtx, name: BatchName): Promise<void> {
  const batch = await markBatchClosed(ctx.db, name, ctx.now)
  if (!batch) return
  const voided = await voidUnusedCards(ctx.db, name, { alsoAssigned: true })
  await payBack(ctx, { batch, voided, ledgerKey: `batch:${batch.id}:close`, actor: 'job' })
}

async function payBack(ctx: CardCtx & { db: Tx }, { batch, voided, ledgerKey, actor, cardId }: Ended): Promise<Voided> {
  const { resellerId, id: batchId } = batch
  const isImported = batch.importId !== null
  if (batch.kind === 'package' && voided > 0 && !isImported) await releaseStock(ctx, batch.packageId!, voided)
  const refundFen = batch.costFen * voided
  const detail = { batchId, voided, refundFen, ...(cardId === undefined ? {} : { cardId }) }
  const subject = resellerSubject(resellerId)
  await writeAudit(ctx.db, { resellerId, actor, action: 'cards.voided', subject, detail }, ctx.now)
  await post(ctx, {
    key: ledgerKey,
    kind: 'card_void',
    resellerId,
    legs: [
      { kind: 'cards', resellerId, amountFen: -refundFen },
      // Nobody paid for an imported key here: what it costs is no longer owed, as far as it still is.
      isImported
        ? { kind: 'liability', resellerId, amountFen: refundFen, upToOwed: true }
        : { kind: 'reseller', resellerId, amountFen: refundFen },
    ],
    memo: { batchId },
  })
  return { voided, refundFen }
}
