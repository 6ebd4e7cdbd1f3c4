import { inTx, type Ctx } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { actorName, writeAudit, type AuditActor } from '../audit/audit.ts'
import { post } from '../ledger/post.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { refuseStopped } from '../resellers/limits.ts'
import { getSeller, getSellingTerms } from '../resellers/selling-terms.ts'
import { give, PriceChanged, type GiftCtx, type GiftPayer } from './give-gift.ts'
import type { GiftWish } from './price-gift.ts'
import { claimRelease, insertHold, loadHold, spendHold, type HoldName } from './queries.ts'

type HoldCtx = Pick<Ctx, 'db' | 'now' | 'config'>
/** `bulkId`: UUID of the bulk operation; `amountFen`: the sum shown in its preview. */
type Holding = HoldName & { amountFen: number; paidBy: GiftPayer }

/** Takes the previewed sum from the reseller's balance, never into debt. A repeated call changes nothing. */
export async function holdForBulk(ctx: HoldCtx, holding: Holding, actor: AuditActor): Promise<{ heldFen: number }> {
  const { resellerId, bulkId: id, amountFen, paidBy } = holding
  const heldFen = paidBy === 'reseller' ? amountFen : 0
  if (!Number.isSafeInteger(amountFen) || amountFen < 0) fail('request.invalid', { fields: { fen: '0 or more' } })
  try {
    return await inTx(ctx, async (tx) => {
      await (paidBy === 'reseller' ? getSeller : getSellingTerms)(tx, resellerId)
      const row = { id, resellerId, paidBy, heldFen, madeBy: actorName(actor), createdAt: ctx.now }
      const hold = await insertHold(tx.db, row)
      if (!hold) {
        const first = await loadHold(tx.db, holding)
        return first?.heldFen === heldFen && first.paidBy === paidBy ? { heldFen } : fail('request.key_reused')
      }
      await refuseStopped(tx, resellerId, 'reseller.limit')
      const entry = { resellerId, actor, action: 'bulk.held', subject: resellerSubject(resellerId) }
      await writeAudit(tx.db, { ...entry, detail: { bulk: id, heldFen, paidBy } }, ctx.now)
      await post(tx, {
        key: `bulk:${id}:hold`,
        kind: 'bulk_hold',
        resellerId,
        legs: [
          { kind: 'reseller', resellerId, amountFen: -heldFen },
          { kind: 'bulk_hold', resellerId, amountFen: heldFen },
        ],
        memo: { bulkId: id },
      })
      return { heldFen }
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reseller.short') fail('balance.short')
    throw error
  }
}

type FromHoldInput = HoldName & { accountId: number; wish: GiftWish; /** The previewed cost. */ pricedFen: number }
export type BulkGiven =
  | { state: 'given'; giftId: number; costFen: number; isRepeated: boolean }
  /** Nothing was given: the price differs from the preview. */
  | { state: 'skipped'; reason: 'price_changed'; costFen: number }

/**
 * Gives one user's gift from a hold, in its own transaction. A repeat for the same user returns the first gift. Refuses
 * users who cannot receive it (no package, deleted) with that code.
 */
export async function giveFromHold(ctx: GiftCtx, input: FromHoldInput, actor: AuditActor): Promise<BulkGiven> {
  const { resellerId, bulkId, accountId, wish, pricedFen } = input
  const { paidBy } = (await loadHold(ctx.db, input)) ?? fail('object.unknown')
  try {
    const given = await inTx(ctx, (tx) =>
      give(tx, { resellerId, accountId, wish, paidBy, key: `bulk:${bulkId}:${accountId}` }, actor, {
        bulkId,
        pricedFen,
        async spend(costFen) {
          if (!(await spendHold(tx.db, input, costFen))) fail('balance.short')
        },
      }),
    )
    return { state: 'given', ...given }
  } catch (error) {
    if (error instanceof PriceChanged) return { state: 'skipped', reason: 'price_changed', costFen: error.costFen }
    throw error
  }
}

/** Returns the unused rest of a hold. A repeated call returns nothing. */
export function releaseHold(
  ctx: Pick<Ctx, 'db' | 'now'>,
  name: HoldName,
  actor: AuditActor,
): Promise<{ releasedFen: number }> {
  const { resellerId, bulkId } = name
  return inTx(ctx, async (tx) => {
    const hold = await claimRelease(tx.db, name, ctx.now)
    if (!hold) return (await loadHold(tx.db, name)) ? { releasedFen: 0 } : fail('object.unknown')
    const releasedFen = hold.heldFen - hold.spentFen
    const entry = { resellerId, actor, action: 'bulk.released', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { bulk: bulkId, releasedFen } }, ctx.now)
    await post(tx, {
      key: `bulk:${bulkId}:release`,
      kind: 'bulk_release',
      resellerId,
      legs: [
        { kind: 'bulk_hold', resellerId, amountFen: -releasedFen },
        { kind: 'reseller', resellerId, amountFen: releasedFen },
      ],
      memo: { bulkId },
    })
    return { releasedFen }
  })
}
