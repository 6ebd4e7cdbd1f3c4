import type { Queryable } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { loadDearestPack, loadWholesaleRow, type OfferName, type PricedPack } from './queries.ts'

/** What a reseller pays for a package, even one that it does not sell (any more). */
export async function getWholesaleFen(ctx: { db: Queryable }, name: OfferName): Promise<number> {
  return (await loadWholesaleRow(ctx.db, name)).wholesaleFen ?? fail('package.not_for_sale')
}

export async function loadWholesaleFen(ctx: { db: Queryable }, name: OfferName): Promise<number | null> {
  return (await loadWholesaleRow(ctx.db, name)).wholesaleFen
}

/** The pack with the highest cost per GB among those that a reseller sells: it sets the price of single GB. */
export async function getDearestPack(ctx: { db: Queryable }, resellerId: number): Promise<PricedPack> {
  return (await loadDearestPack(ctx.db, resellerId)) ?? fail('package.not_for_sale')
}
