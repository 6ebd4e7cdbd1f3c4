import { giftDays } from '../../../contract/gift-days.ts'
import type { GiftLink, GiftOffer } from '../../../contract/gifts.ts'
import { at, DAY_MS } from './sample-time.ts'

const OFFER = { packageId: '2', name: '畅享版' }
const DAY_FEN = 100

export const giftOffers: GiftOffer[] = [
  { ...OFFER, trafficBytes: null, prices: giftDays.map((days) => ({ days, priceFen: days * DAY_FEN })) },
]

const links: GiftLink[] = []

export const findGifts = () => [...links]

/** Returns the new link; null for a gift that the demo does not sell. */
export function makeGift(packageId: string, days: number | null): GiftLink | null {
  if (packageId !== OFFER.packageId || days === null) return null
  const link: GiftLink = {
    id: `00000000-0000-4000-8000-${String(links.length + 1).padStart(12, '0')}`,
    kind: 'days',
    packageName: OFFER.name,
    days,
    trafficBytes: null,
    priceFen: days * DAY_FEN,
    state: 'open',
    lastFour: 'DEM0',
    createdAt: at(0),
    expiresAt: at(30 * DAY_MS),
    endedAt: null,
  }
  links.unshift(link)
  return link
}

/** Returns null when there is no such link, or it is back already. */
export function takeGiftBack(id: string): GiftLink | null {
  const index = links.findIndex((link) => link.id === id && link.state === 'open')
  const link = links[index]
  if (!link) return null
  return (links[index] = { ...link, state: 'returned', endedAt: at(0) })
}
