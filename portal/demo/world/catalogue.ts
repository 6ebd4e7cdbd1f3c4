import type { Static } from 'typebox'

import type { packages } from '../../../contract/packages.ts'
import { sampleCatalogue } from '../../../contract/sample-catalogue.ts'
import { account } from './account.ts'

export type Item = Static<typeof packages.list.output>['items'][number]
export type Period = Item['offers'][number]['period']

const DAYS: Record<Period, number> = { month: 30, quarter: 91, half: 182, year: 365, once: 0 }

/** What the sandbox sells to key 0. No node of the demo enforces a speed, so none is promised. */
export const catalogue: readonly Item[] = sampleCatalogue.map(({ fen, speedClass: _speedClass, ...rest }, index) => ({
  ...rest,
  id: String(index + 1),
  speedClass: null,
  stock: null,
  recommended: index === 1,
  offers: Object.entries(fen).map(([period, priceFen]) => ({
    period: period as Period,
    priceFen,
    special: null,
    isStepDown: false,
  })),
}))

/** The demo has no wholesale prices: less a month than the package held is lower. */
export function markLower(item: Item): Item {
  const held = loadItem(account.packageId)
  const monthly = (fen: number | null, period: Period) =>
    fen === null || DAYS[period] === 0 ? null : fen / DAYS[period]
  const before = held && monthly(priceFenOf(held, account.period), account.period)
  const isLess = (offer: Item['offers'][number]) => {
    const after = monthly(offer.priceFen, offer.period)
    return before !== null && after !== null && item.id !== account.packageId && after < before
  }
  return { ...item, offers: item.offers.map((offer) => ({ ...offer, isStepDown: isLess(offer) })) }
}

export function loadItem(packageId: string): Item | null {
  return catalogue.find(({ id }) => id === packageId) ?? null
}

export function priceFenOf(item: Item, period: Period): number | null {
  return item.offers.find((offer) => offer.period === period)?.priceFen ?? null
}

export function daysOf(period: Period): number {
  return DAYS[period]
}
