import { giftDays } from '../../../../contract/gift-days.ts'
import type { GiftOffer } from '../../../../contract/gifts.ts'
import type { Language } from '../../../../contract/languages.ts'
import { fail } from '../../../platform/errors.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { findOffers, type Offer, type PriceClock } from '../../catalogue/get-package.ts'
import type { Period } from '../../catalogue/period.ts'
import { daysFen } from '../../catalogue/prices/prorate.ts'

/** `days` of a plan, or with null a whole traffic pack. */
export type LinkWish = { packageId: number; days: number | null }
export type Payer = 'user' | 'reseller'
type Price = { priceFen: number; wholesaleFen: number }

const QUARTER_DAYS = 90

/** A month and a quarter cost what they cost in the shop, other days their share of a month, rounded up. */
export async function priceLink(
  ctx: PriceClock,
  resellerId: number,
  { packageId, days }: LinkWish,
  payer: Payer,
): Promise<{ offer: Offer } & Price> {
  const offers = await findOffers(ctx, resellerId)
  const own = offers.filter(({ id }) => id === packageId)
  return priceOf(own, days, payer) ?? fail('package.not_for_sale')
}

/**
 * What can be given. With `ownId` days only of that package. Nothing is given below wholesale: the price that is held
 * has to pay for what is used later.
 */
export async function findLinkOffers(
  ctx: PriceClock & { language: Language },
  resellerId: number,
  payer: Payer,
  ownId?: number | null,
): Promise<GiftOffer[]> {
  const offers = await findOffers(ctx, resellerId)
  return [...Map.groupBy(offers, ({ id }) => id).values()].flatMap((own) => {
    const { id, kind, name, names, trafficBytes } = own[0]!
    const isPack = kind === 'pack'
    const isOther = !isPack && ownId !== undefined && id !== ownId
    const lengths = isPack ? [null] : giftDays
    const prices = lengths.flatMap((days) => {
      const price = priceOf(own, days, payer)
      return price ? [{ days, priceFen: price.priceFen }] : []
    })
    if (isOther || prices.length === 0) return []
    const shown = inLanguage(name, names, ctx.language)
    return [{ packageId: String(id), name: shown, trafficBytes: isPack ? trafficBytes : null, prices }]
  })
}

/** Ninety days are no longer than a quarter, so its price pays for them. The reseller pays wholesale, a user retail. */
function priceOf(offers: readonly Offer[], days: number | null, payer: Payer): ({ offer: Offer } & Price) | null {
  const sold = (period: Period) =>
    offers.find((offer) => offer.period === period && (payer === 'reseller' || offer.retailFen >= offer.wholesaleFen))
  const priced = (offer: Offer, share: (fen: number) => number) => ({
    offer,
    priceFen: share(payer === 'user' ? offer.retailFen : offer.wholesaleFen),
    wholesaleFen: share(offer.wholesaleFen),
  })
  if (days === null) {
    const pack = sold('once')
    return pack?.kind === 'pack' ? priced(pack, (fen) => fen) : null
  }
  const quarter = days === QUARTER_DAYS ? sold('quarter') : undefined
  if (quarter) return priced(quarter, (fen) => fen)
  const month = sold('month')
  return month?.kind === 'plan' ? priced(month, (fen) => daysFen(fen, days)) : null
}
