import type { Queryable } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { loadSellingTerms, type SellingTerms } from './queries.ts'

export async function getSellingTerms(ctx: { db: Queryable }, resellerId: number): Promise<SellingTerms> {
  return (await loadSellingTerms(ctx.db, resellerId)) ?? fail('reseller.unknown')
}

/** Terms of a reseller that sells; a suspended one is refused. */
export async function getSeller(ctx: { db: Queryable }, resellerId: number): Promise<SellingTerms> {
  const terms = await getSellingTerms(ctx, resellerId)
  return terms.suspendedAt ? fail('reseller.suspended') : terms
}

/** Only resellers on the whitelist take money online. */
export async function getOnlineSeller(ctx: { db: Queryable }, resellerId: number): Promise<SellingTerms> {
  const terms = await getSeller(ctx, resellerId)
  return terms.isWhitelisted ? terms : fail('pay.offline_only')
}
