import { giftDays } from '../../../../contract/gift-days.ts'
import type { GiftOffer } from '../../../../contract/gifts.ts'
import type { Language } from '../../../../contract/languages.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { findOffers, getOffer, type Offer } from '../../catalogue/get-package.ts'
import { daysFen } from '../../catalogue/prices/prorate.ts'

/** `days` of a plan, or with null a whole traffic pack. */
export type LinkWish = { packageId: number; days: number | null }
export type Payer = 'user' | 'reseller'
type Price = { priceFen: number; wholesaleFen: number }

/** Prices like card keys: days in proportion to a month, rounded up. A user pays retail, the reseller wholesale. */
export async function priceLink(
  ctx: { db: Queryable },
  resellerId: number,
  { packageId, days }: LinkWish,
  payer: Payer,
): Promise<{ offer: Offer } & Price> {
  const offer = await getOffer(ctx, { resellerId, packageId, period: days === null ? 'once' : 'month' })
  return { offer, ...(priceOf(offer, days, payer) ?? fail('package.not_for_sale')) }
}

/**
 * What can be given. With `ownId` days only of that package. Nothing is given below wholesale: the price that is held
 * has to pay for what is used later.
 */
export async function findLinkOffers(
  ctx: { db: Queryable; language: Language },
  resellerId: number,
  payer: Payer,
  ownId?: number | null,
): Promise<GiftOffer[]> {
  const offers = await findOffers(ctx.db, resellerId)
  return offers.flatMap((offer) => {
    const isPack = offer.kind === 'pack'
    const isOther = !isPack && ownId !== undefined && offer.id !== ownId
    const lengths = isPack ? [null] : giftDays
    const prices = lengths.flatMap((days) => {
      const price = priceOf(offer, days, payer)
      return price ? [{ days, priceFen: price.priceFen }] : []
    })
    if (isOther || prices.length === 0) return []
    const name = inLanguage(offer.name, offer.names, ctx.language)
    return [{ packageId: String(offer.id), name, trafficBytes: isPack ? offer.trafficBytes : null, prices }]
  })
}

function priceOf(offer: Offer, days: number | null, payer: Payer): Price | null {
  const { kind, period, retailFen, wholesaleFen } = offer
  if (days === null ? kind !== 'pack' : kind !== 'plan' || period !== 'month') return null
  if (payer === 'user' && retailFen < wholesaleFen) return null
  const share = (fen: number) => (days === null ? fen : daysFen(fen, days))
  return { priceFen: share(payer === 'user' ? retailFen : wholesaleFen), wholesaleFen: share(wholesaleFen) }
}
