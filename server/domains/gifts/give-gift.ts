import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { onceByRow } from '../../platform/http/idempotency.ts'
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts'
import { lockAccountRow } from '../accounts/lock-account-row.ts'
import { accountSubject, actorName, writeAudit, type AuditActor, type AuditWords } from '../audit/audit.ts'
import { takeStock } from '../catalogue/get-package.ts'
import { post, type Leg } from '../ledger/post.ts'
import { refuseStopped } from '../resellers/limits.ts'
import { getSeller, getSellingTerms } from '../resellers/selling-terms.ts'
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { nameGift, planGift, type GiftWish, type Owner } from './price-gift.ts'
import { insertGift, loadGiftByKey, type GiftRow } from './queries.ts'

export type GiftPayer = 'reseller' | 'platform'
export type Giving = Owner & {
  wish: GiftWish
  /** The operator may choose; gifts by a reseller's staff are at the reseller's cost. */
  paidBy: GiftPayer
  /** Idempotency key: sent again it does not make a second gift. */
  key: string
}
export type Given = { giftId: number; costFen: number; isRepeated: boolean }
export type GiftCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/** Gives one user a gift, paid from the reseller's balance (never into debt) or by the platform. */
export async function giveGift(ctx: GiftCtx, giving: Giving, actor: AuditActor): Promise<Given> {
  try {
    return await inTx(ctx, (tx) => give(tx, giving, actor))
  } catch (error) {
    // The reseller is the buyer here, so the message meant for its users would not help.
    if (error instanceof Refusal && error.code === 'reseller.short') fail('balance.short')
    throw error
  }
}

/** Money reserved for a bulk, and the previewed cost of this gift. */
export type FromReserve = { bulkId: string; pricedFen: number; spend(costFen: number): Promise<void> }
/** Thrown to roll back a gift that has begun. */
export class PriceChanged extends Error {
  readonly costFen: number
  constructor(costFen: number) {
    super('The price of the gift has changed since the preview')
    this.costFen = costFen
  }
}

/** Locks in this order: account, subscription, stock, reserve, ledger. */
export async function give(
  ctx: GiftCtx & { db: Tx },
  giving: Giving,
  actor: AuditActor,
  reserve: FromReserve | null = null,
): Promise<Given> {
  const { resellerId, accountId, wish, paidBy, key } = giving
  const owner = { resellerId, accountId }
  refuseBadKey(key)
  await (paidBy === 'reseller' ? getSeller : getSellingTerms)(ctx, resellerId)
  if (!(await lockAccountRow(ctx, owner))) fail('object.unknown')
  const subscription = await lockSubscription(ctx, owner)
  const inputHash = sha256(JSON.stringify([accountId, wish, paidBy]))
  // Under the lock, so that the second of two equal requests finds the first gift.
  return onceByRow({
    load: () => loadGiftByKey(ctx.db, resellerId, key),
    isSame: (first) => equalBytes(first.inputHash, inputHash),
    repeat: (first): Given => ({ giftId: first.id, costFen: first.costFen, isRepeated: true }),
    make: () => makeGift(ctx, giving, { subscription, inputHash, actor, reserve }),
  })
}

type Making = { subscription: Subscription; inputHash: Buffer; actor: AuditActor; reserve: FromReserve | null }

async function makeGift(
  ctx: GiftCtx & { db: Tx },
  { resellerId, accountId, wish, paidBy, key }: Giving,
  { subscription, inputHash, actor, reserve }: Making,
): Promise<Given | null> {
  const owner = { resellerId, accountId }
  await refuseStopped(ctx, resellerId, 'reseller.limit')
  const { costFen, columns, outcome } = await planGift(ctx, owner, wish, subscription)
  if (reserve && reserve.pricedFen !== costFen) throw new PriceChanged(costFen)
  if (wish.kind === 'package') await takeStock(ctx, wish.packageId)
  const row = { ...owner, kind: wish.kind, ...columns, costFen, paidBy, givenBy: actorName(actor), requestKey: key }
  const bulkHoldId = reserve?.bulkId ?? null
  const gift = await insertGift(ctx.db, { ...row, bulkHoldId, inputHash, createdAt: ctx.now })
  if (!gift) return null
  if (outcome) await saveSubscription(ctx, owner, nameGift(outcome, gift))
  const detail = { gift: gift.id, kind: wish.kind, costFen, paidBy }
  const entry = { resellerId, actor, action: 'gift.given', subject: accountSubject(accountId), detail }
  await writeAudit(ctx.db, { ...entry, ...changeOf(wish, subscription) }, ctx.now)
  await reserve?.spend(costFen)
  await post(ctx, {
    key: `gift:${gift.id}`,
    kind: 'gift',
    resellerId,
    legs: legsOf(gift, reserve !== null),
    memo: { giftId: gift.id },
  })
  return { giftId: gift.id, costFen, isRepeated: false }
}

/** What the audit log tells of the gift; for a package also the one before. */
function changeOf(
  { kind, ...given }: GiftWish,
  { packageId, period }: Subscription,
): { before?: AuditWords; after: AuditWords } {
  return { ...(kind === 'package' ? { before: { packageId, period } } : {}), after: given }
}

/** A gift of the platform's own service moves no money. */
function legsOf({ resellerId, accountId, kind, costFen, paidBy }: GiftRow, isFromReserve: boolean): Leg[] {
  const isBalance = kind === 'balance'
  if (paidBy === 'platform' && !isBalance) return []
  const source: Leg =
    paidBy === 'platform'
      ? { kind: 'platform', resellerId: null, amountFen: -costFen }
      : { kind: isFromReserve ? 'bulk_hold' : 'reseller', resellerId, amountFen: -costFen }
  const to: Leg = isBalance
    ? { kind: 'user', resellerId, accountId, amountFen: costFen }
    : { kind: 'platform', resellerId: null, amountFen: costFen }
  return [source, to]
}

function refuseBadKey(key: string): void {
  if (!/^[\w.:-]{8,200}$/.test(key)) fail('request.invalid', { fields: { key: '8 to 200 letters and digits' } })
}
