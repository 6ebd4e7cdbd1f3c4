import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx, may, type StaffCtx } from '../../../platform/context.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { voidBatch, voidCard } from '../../cards/close-card-batch.ts'
import { setKeyPrice } from '../../cards/set-key-price.ts'
import { forgetKeys } from '../../cards/unsaved-keys.ts'
import { sumKeysAgain } from '../overview/day-queries.ts'

const { cards } = consoleApi

export const voidOneCard: Handler<typeof cards.voidCard> = async (ctx, { cardId }) => {
  return hideCost(ctx, await voidCard(ctx, { resellerId: ctx.resellerId, cardId }, staffActor(ctx)))
}

export const voidOneBatch: Handler<typeof cards.voidBatch> = async (ctx, { batchId }) => {
  return hideCost(ctx, await voidBatch(ctx, { resellerId: ctx.resellerId, batchId }, staffActor(ctx)))
}

export const confirmSaved: Handler<typeof cards.confirmSaved> = async (ctx, { batchId }) => {
  await forgetKeys(ctx, { resellerId: ctx.resellerId, batchId }, staffActor(ctx))
  return {}
}

/** The sums of past days follow in the same transaction, so that the overview and the batch never disagree. */
export const setPrice: Handler<typeof cards.setPrice> = async (ctx, input) => {
  const { resellerId } = ctx
  await inTx(ctx, async (tx) => {
    await setKeyPrice(tx, { resellerId, ...input }, staffActor(ctx))
    await sumKeysAgain(tx.db, ctx.config.businessTz, resellerId)
  })
  return {}
}

/** Hides the refund from staff who may not see prices, since it shows what keys cost. */
function hideCost(ctx: StaffCtx, { voided, refundFen }: { voided: number; refundFen: number }) {
  return { voided, refundFen: may(ctx, 'prices.read') ? refundFen : null }
}
