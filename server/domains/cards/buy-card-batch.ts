import { lastFour } from '../../../contract/card-code.ts'
import type { Config } from '../../config.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { onceByRow } from '../../platform/http/idempotency.ts'
import { equalBytes, sha256, type SealKeys } from '../../platform/secrets/crypto.ts'
import { drawCardCode } from '../../platform/secrets/draw-card-code.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { takeStock } from '../catalogue/get-package.ts'
import { post } from '../ledger/post.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { refuseStopped } from '../resellers/limits.ts'
import { getSeller } from '../resellers/selling-terms.ts'
import { insertBatch, insertCards, loadBatchByKey, type BatchRow } from './batch-queries.ts'
import { priceCard, refuseBadAmount, type WantedCards } from './price-batch.ts'
import { keepKeys, loadUnsavedKeys } from './unsaved-keys.ts'

export type CardPurchase = WantedCards & {
  count: number
  expiresAt: Date | null
  key: string
  /** What the reseller will take for one key. */ priceFen?: number
  /** The total shown to the buyer. */ agreedFen?: number
}
/**
 * `codes` are sealed until the buyer confirms that they are saved, for a day at most; later only their hashes are stored.
 * Until then a repeated purchase returns them again.
 */
export type BoughtCards = { batchId: number; costFen: number; totalFen: number; isRepeated: boolean; codes: string[] }

type CardCtx = Pick<Ctx, 'db' | 'now'> & { config: Pick<Config, 'businessTz'> & SealKeys }

/** Sells card keys to a reseller from its balance: keys, price and payment in one transaction, never into debt. */
export async function buyCardBatch(ctx: CardCtx, purchase: CardPurchase, actor: AuditActor): Promise<BoughtCards> {
  refuseBadAmount(purchase)
  const { expiresAt } = purchase
  if (expiresAt && expiresAt <= ctx.now) fail('request.invalid', { fields: { expires: 'later than now' } })
  try {
    return await inTx(ctx, (tx) => buy(tx, purchase, actor))
  } catch (error) {
    // The reseller is the buyer here, so the message meant for its users would not help.
    if (error instanceof Refusal && error.code === 'reseller.short') fail('balance.short')
    throw error
  }
}

async function buy(ctx: CardCtx & { db: Tx }, purchase: CardPurchase, actor: AuditActor): Promise<BoughtCards> {
  const { resellerId, key } = purchase
  await getSeller(ctx, resellerId)
  return onceByRow({
    load: () => loadBatchByKey(ctx.db, resellerId, key),
    isSame: (first) => isSame(ctx, purchase, first),
    repeat: (first) => repeat(ctx, first, actor),
    make: () => makeBatch(ctx, purchase, actor),
  })
}

async function makeBatch(
  ctx: CardCtx & { db: Tx },
  purchase: CardPurchase,
  actor: AuditActor,
): Promise<BoughtCards | null> {
  const { resellerId, kind, count, expiresAt, key } = purchase
  const { priceFen = null, startsAtUse = false } = purchase
  const { worth } = await priceCard(ctx, purchase)
  const asked = { keyCount: count, requestKey: key, inputHash: hashOf(purchase, expiresAt), priceFen, startsAtUse }
  const made = { createdAt: ctx.now, expiresAt, importId: null }
  const batch = await insertBatch(ctx.db, { resellerId, kind, ...worth, ...asked, ...made })
  if (!batch) return null
  await refuseStopped(ctx, resellerId, 'reseller.limit')
  if (batch.costFen * count !== (purchase.agreedFen ?? batch.costFen * count)) fail('order.price_changed')
  if (batch.kind === 'package') await takeStock(ctx, batch.packageId!, count)
  const codes = Array.from({ length: count }, drawCardCode)
  const name = { resellerId, batchId: batch.id }
  await insertCards(
    ctx.db,
    name,
    codes.map((code) => ({ codeHash: sha256(code), lastFour: lastFour(code) })),
  )
  await keepKeys(ctx, name, codes)
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
  return { batchId: batch.id, costFen: batch.costFen, totalFen, isRepeated: false, codes }
}

/** The answer may have got lost on its way, and the keys are paid. */
async function repeat(
  ctx: CardCtx & { db: Tx },
  { resellerId, id: batchId, costFen, keyCount }: BatchRow,
  actor: AuditActor,
): Promise<BoughtCards> {
  const kept = await loadUnsavedKeys(ctx, { resellerId, batchId }, actor)
  return { batchId, costFen, totalFen: costFen * keyCount, isRepeated: true, codes: kept?.codes ?? [] }
}

/** Days are counted from the purchase, so a repeated call means a later end by as much as it is later. */
function isSame({ now }: CardCtx, purchase: CardPurchase, first: BatchRow): boolean {
  const { expiresAt, agreedFen } = purchase
  const expiredAt = expiresAt && new Date(expiresAt.getTime() - now.getTime() + first.createdAt.getTime())
  const totalFen = first.costFen * first.keyCount
  return equalBytes(first.inputHash, hashOf(purchase, expiredAt)) && totalFen === (agreedFen ?? totalFen)
}

function hashOf(purchase: CardPurchase, expiresAt: Date | null): Buffer {
  const { kind, packageId, value, count, priceFen, startsAtUse } = purchase
  const own = [...(priceFen === undefined ? [] : [priceFen]), ...(startsAtUse ? [startsAtUse] : [])]
  return sha256(JSON.stringify([kind, packageId, value, count, expiresAt, ...own]))
}
