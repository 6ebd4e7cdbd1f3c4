import type { PackageOffers } from '../../platform/db/db-types.ts'

export type Period = PackageOffers['period']

/** `once` has no time: its traffic lasts until it is used. */
export const monthsOf: Record<Period, number> = { month: 1, quarter: 3, half: 6, year: 12, once: 0 }
