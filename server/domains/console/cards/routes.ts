import { consoleApi } from '../../../../contract/console/api.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { assignCards } from '../../cards/assign-cards.ts'
import { voidBatch, voidCard } from '../../cards/close-card-batch.ts'
import { buyCards, findChoices, quoteCards } from './buy-cards.ts'
import { exportCards } from './export-cards.ts'
import { findBatches, findCard, findCards } from './find-cards.ts'

const { cards } = consoleApi

export const cardRoutes = [
  bind(cards.batches, findBatches),
  bind(cards.list, findCards),
  bind(cards.export, exportCards),
  bind(cards.find, findCard),
  bind(cards.choices, findChoices),
  bind(cards.quote, quoteCards),
  bind(cards.buy, buyCards),
  bind(cards.assign, (ctx, input) => assignCards(ctx, { resellerId: ctx.resellerId, ...input }, staffActor(ctx))),
  bind(cards.voidCard, async (ctx, { cardId }) => {
    return hideCost(ctx, await voidCard(ctx, { resellerId: ctx.resellerId, cardId }, staffActor(ctx)))
  }),
  bind(cards.voidBatch, async (ctx, { batchId }) => {
    return hideCost(ctx, await voidBatch(ctx, { resellerId: ctx.resellerId, batchId }, staffActor(ctx)))
  }),
]

/** Hides the refund from staff who may not see prices, since it shows what keys cost. */
function hideCost(ctx: StaffCtx, { voided, refundFen }: { voided: number; refundFen: number }) {
  return { voided, refundFen: may(ctx, 'prices.read') ? refundFen : null }
}
