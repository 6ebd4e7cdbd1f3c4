import type { Static } from 'typebox'

import type { packages } from '../../../contract/packages.ts'
import { sampleCatalogue } from '../../../contract/sample-catalogue.ts'

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
  offers: Object.entries(fen).map(([period, priceFen]) => ({ period: period as Period, priceFen })),
}))

export function loadItem(packageId: string): Item | null {
  return catalogue.find(({ id }) => id === packageId) ?? null
}

export function priceFenOf(item: Item, period: Period): number | null {
  return item.offers.find((offer) => offer.period === period)?.priceFen ?? null
}

export function daysOf(period: Period): number {
  return DAYS[period]
}
