import { inTx, type Ctx } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { onceByRow } from '../../platform/http/idempotency.ts'
import { actorName, writeAudit, type AuditActor } from '../audit/audit.ts'
import { post } from '../ledger/post.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { refuseStopped } from '../resellers/limits.ts'
import { getSeller, getSellingTerms } from '../resellers/selling-terms.ts'
import { give, PriceChanged, type GiftCtx, type GiftPayer } from './give-gift.ts'
import type { GiftWish } from './price-gift.ts'
import { claimRelease, insertReserve, loadReserve, spendReserve, type ReserveName } from './queries.ts'

type ReserveCtx = Pick<Ctx, 'db' | 'now' | 'config'>
/** `bulkId`: UUID of the bulk operation; `amountFen`: the sum shown in its preview. */
type Reserving = ReserveName & { amountFen: number; paidBy: GiftPayer }
/** What the audit says the money was taken or returned for. */
type ReserveCause = 'bulk' | 'gift_link'
const HELD = { bulk: 'bulk.held', gift_link: 'gift_link.made' } as const
const RELEASED = { bulk: 'bulk.released', gift_link: 'gift_link.returned' } as const

/** Takes the previewed sum from the reseller's balance, never into debt. A repeated call changes nothing. */
export async function reserveForBulk(
  ctx: ReserveCtx,
  reserving: Reserving,
  actor: AuditActor,
  cause: ReserveCause = 'bulk',
): Promise<{ heldFen: number }> {
  const { resellerId, bulkId: id, amountFen, paidBy } = reserving
  const heldFen = paidBy === 'reseller' ? amountFen : 0
  if (!Number.isSafeInteger(amountFen) || amountFen < 0) fail('request.invalid', { fields: { fen: '0 or more' } })
  try {
    return await inTx(ctx, async (tx) => {
      await (paidBy === 'reseller' ? getSeller : getSellingTerms)(tx, resellerId)
      const row = { id, resellerId, paidBy, heldFen, madeBy: actorName(actor), createdAt: ctx.now }
      return onceByRow({
        load: () => loadReserve(tx.db, reserving),
        isSame: (first) => first.heldFen === heldFen && first.paidBy === paidBy,
        repeat: () => ({ heldFen }),
        async make() {
          if (!(await insertReserve(tx.db, row))) return null
          await refuseStopped(tx, resellerId, 'reseller.limit')
          const entry = { resellerId, actor, action: HELD[cause], subject: resellerSubject(resellerId) }
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
        },
      })
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reseller.short') fail('balance.short')
    throw error
  }
}

type FromReserveInput = ReserveName & {
  accountId: number
  wish: GiftWish
  /** The previewed cost. */ pricedFen: number
}
export type BulkGiven =
  | { state: 'given'; giftId: number; costFen: number; isRepeated: boolean }
  /** Nothing was given: the price differs from the preview. */
  | { state: 'skipped'; reason: 'price_changed'; costFen: number }

/**
 * Gives one user's gift from a reserve, in its own transaction. A repeat for the same user returns the first gift. Refuses
 * users who cannot receive it (no package, deleted) with that code.
 */
export async function giveFromReserve(ctx: GiftCtx, input: FromReserveInput, actor: AuditActor): Promise<BulkGiven> {
  const { resellerId, bulkId, accountId, wish, pricedFen } = input
  const { paidBy } = (await loadReserve(ctx.db, input)) ?? fail('object.unknown')
  try {
    const given = await inTx(ctx, (tx) =>
      give(tx, { resellerId, accountId, wish, paidBy, key: `bulk:${bulkId}:${accountId}` }, actor, {
        bulkId,
        pricedFen,
        async spend(costFen) {
          if (!(await spendReserve(tx.db, input, costFen))) fail('balance.short')
        },
      }),
    )
    return { state: 'given', ...given }
  } catch (error) {
    if (error instanceof PriceChanged) return { state: 'skipped', reason: 'price_changed', costFen: error.costFen }
    throw error
  }
}

/** Returns the unused rest of a reserve. A repeated call returns nothing. */
export function releaseReserve(
  ctx: Pick<Ctx, 'db' | 'now'>,
  name: ReserveName,
  actor: AuditActor,
  cause: ReserveCause = 'bulk',
): Promise<{ releasedFen: number }> {
  const { resellerId, bulkId } = name
  return inTx(ctx, async (tx) => {
    const reserve = await claimRelease(tx.db, name, ctx.now)
    if (!reserve) return (await loadReserve(tx.db, name)) ? { releasedFen: 0 } : fail('object.unknown')
    const releasedFen = reserve.heldFen - reserve.spentFen
    const entry = { resellerId, actor, action: RELEASED[cause], subject: resellerSubject(resellerId) }
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
