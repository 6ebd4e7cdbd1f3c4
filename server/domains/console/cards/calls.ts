import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx, may, type StaffCtx } from '../../../platform/context.ts'
import { type Handler, bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { assignCards } from '../../cards/assign-cards.ts'
import { voidBatch, voidCard } from '../../cards/close-card-batch.ts'
import { setKeyPrice } from '../../cards/set-key-price.ts'
import { forgetKeys } from '../../cards/unsaved-keys.ts'
import { sumKeysAgain } from '../overview/day-queries.ts'
import { buyCards, findChoices, quoteCards, showKeys } from './buy-cards.ts'
import { exportCards } from './export-cards.ts'
import { findBatches, findCard, findCards, findCardStock } from './find-cards.ts'
import { findGifts, makeGift, offerGifts, takeGiftBack } from './gift-links.ts'

const { cards, giftLinks } = consoleApi

const confirmSaved: Handler<typeof cards.confirmSaved> = (ctx, { batchId }) =>
  forgetKeys(ctx, { resellerId: ctx.resellerId, batchId }, staffActor(ctx))

/** The sums of past days follow in the same transaction, so that the overview and the batch never disagree. */
const setPrice: Handler<typeof cards.setPrice> = async (ctx, input) => {
  const { resellerId } = ctx
  await inTx(ctx, async (tx) => {
    await setKeyPrice(tx, { resellerId, ...input }, staffActor(ctx))
    await sumKeysAgain(tx.db, ctx.config.businessTz, resellerId)
  })
}

/** Hides the refund from staff who may not see prices, since it shows what keys cost. */
function hideCost(ctx: StaffCtx, { voided, refundFen }: { voided: number; refundFen: number }) {
  return { voided, refundFen: may(ctx, 'prices.read') ? refundFen : null }
}

export const cardRoutes = [
  bind(cards.batches, findBatches),
  bind(cards.stock, findCardStock),
  bind(cards.list, findCards),
  bind(cards.export, exportCards),
  bind(cards.find, findCard),
  bind(cards.choices, findChoices),
  bind(cards.quote, quoteCards),
  bind(cards.buy, buyCards),
  bind(cards.showKeys, showKeys),
  bind(cards.confirmSaved, confirmSaved),
  bind(cards.setPrice, setPrice),
  bind(cards.assign, (ctx, input) => assignCards(ctx, { resellerId: ctx.resellerId, ...input }, staffActor(ctx))),
  bind(cards.voidCard, async (ctx, { cardId }) => {
    return hideCost(ctx, await voidCard(ctx, { resellerId: ctx.resellerId, cardId }, staffActor(ctx)))
  }),
  bind(cards.voidBatch, async (ctx, { batchId }) => {
    return hideCost(ctx, await voidBatch(ctx, { resellerId: ctx.resellerId, batchId }, staffActor(ctx)))
  }),
  bind(giftLinks.offers, offerGifts),
  bind(giftLinks.make, makeGift),
  bind(giftLinks.list, findGifts),
  bind(giftLinks.takeBack, takeGiftBack),
]
