import { limits } from '../../../contract/limits.ts'
import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { equalBytes, sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { post } from '../ledger/post.ts'
import { holdStock } from '../packages/hold-stock.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { getSeller } from '../resellers/selling-terms.ts'
import { getBatchByKey, insertBatch, insertCards, type BatchRow } from './batch-queries.ts'
import { drawCardCode } from './draw-code.ts'
import { priceCard, type WantedCards } from './price-batch.ts'

export type CardPurchase = WantedCards & { count: number; expiresAt: Date | null; key: string }
/** `codes` are here this once: after it only their hashes exist. A purchase that is sent again has none. */
export type BoughtCards = { batchId: number; costFen: number; totalFen: number; isRepeated: boolean; codes: string[] }

type CardCtx = Pick<Ctx, 'db' | 'now'>

/** A reseller buys card keys from its balance: keys, price and payment in one transaction. It never goes into debt. */
export async function buyCardBatch(ctx: CardCtx, purchase: CardPurchase, actor: string): Promise<BoughtCards> {
  refuseBadPurchase(purchase, ctx.now)
  try {
    return await inTx(ctx, (tx) => buy(tx, purchase, actor))
  } catch (error) {
    // Here the reseller is the buyer, and the sentence for its users would not help it.
    if (error instanceof Refusal && error.code === 'reseller.short') fail('balance.short')
    throw error
  }
}

async function buy(ctx: CardCtx & { db: Tx }, purchase: CardPurchase, actor: string): Promise<BoughtCards> {
  const { resellerId, kind, count, expiresAt, key } = purchase
  const { packageId, value } = purchase
  const inputHash = sha256(JSON.stringify([kind, packageId, value, count, expiresAt]))
  await getSeller(ctx, resellerId)
  const worth = await priceCard(ctx, purchase)
  const row = { resellerId, kind, ...worth, keyCount: count, requestKey: key, inputHash, createdAt: ctx.now, expiresAt }
  const batch = await insertBatch(ctx.db, row)
  if (!batch) {
    const first = await getBatchByKey(ctx.db, resellerId, key)
    return equalBytes(first.inputHash, inputHash) ? toAnswer(first, []) : fail('request.key_reused')
  }
  if (batch.kind === 'package') await holdStock(ctx, batch.packageId!, count)
  const codes = Array.from({ length: count }, drawCardCode)
  await insertCards(ctx.db, { resellerId, batchId: batch.id }, codes.map(sha256))
  const subject = resellerSubject(resellerId)
  const detail = { batchId: batch.id, kind, count, costFen: batch.costFen }
  await writeAudit(ctx.db, { resellerId, actor, action: 'cards.bought', subject, detail }, ctx.now)
  const totalFen = batch.costFen * count
  await post(ctx, {
    key: `batch:${batch.id}:buy`,
    kind: 'card_batch',
    resellerId,
    legs: [
      { kind: 'reseller', resellerId, amountFen: -totalFen },
      { kind: 'cards', resellerId, amountFen: totalFen },
    ],
    memo: { batchId: batch.id },
  })
  return toAnswer(batch, codes)
}

function toAnswer(batch: BatchRow, codes: string[]): BoughtCards {
  const { id, costFen, keyCount } = batch
  return { batchId: id, costFen, totalFen: costFen * keyCount, isRepeated: codes.length === 0, codes }
}

const VALUE_MAX: Record<WantedCards['kind'], number> = {
  balance: limits.moneyMaxFen,
  package: 12,
  traffic: 100_000,
  days: 3660,
}

function refuseBadPurchase({ kind, value, count, expiresAt }: CardPurchase, now: Date): void {
  const fields: Record<string, string> = {}
  const isWithin = (amount: number, min: number, max: number) =>
    Number.isInteger(amount) && amount >= min && amount <= max
  const min = kind === 'package' ? 0 : 1
  if (!isWithin(value, min, VALUE_MAX[kind])) fields['value'] = `${min} to ${VALUE_MAX[kind]}`
  if (!isWithin(count, 1, limits.cardBatchMax)) fields['count'] = `1 to ${limits.cardBatchMax}`
  if (expiresAt && expiresAt <= now) fields['expires'] = 'later than now'
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
}
