import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { assignCards } from '../../cards/assign-cards.ts'
import { buyCards, findChoices, quoteCards, showKeys } from './buy-cards.ts'
import { confirmSaved, setPrice, voidOneBatch, voidOneCard } from './calls.ts'
import { exportCards } from './export-cards.ts'
import { findBatches, findCard, findCards } from './find-cards.ts'
import { findGifts, makeGift, offerGifts, takeGiftBack } from './gift-links.ts'

const { cards, giftLinks } = consoleApi

export const cardRoutes = [
  bind(cards.batches, findBatches),
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
  bind(cards.voidCard, voidOneCard),
  bind(cards.voidBatch, voidOneBatch),
  bind(giftLinks.offers, offerGifts),
  bind(giftLinks.make, makeGift),
  bind(giftLinks.list, findGifts),
  bind(giftLinks.takeBack, takeGiftBack),
]
