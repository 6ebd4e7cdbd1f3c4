import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'

/** What a sale depends on, without the brand: an icon alone may have 64 KB. */
export type SellingTerms = {
  isWhitelisted: boolean
  suspendedAt: Date | null
  creditLimitFen: number
  commissionPercent: number
}

export const TERMS = `r.is_whitelisted, r.suspended_at, r.credit_limit_fen, r.commission_percent`

export async function getSellingTerms(ctx: { db: Queryable }, resellerId: number): Promise<SellingTerms> {
  const rows = await ctx.db.query<SellingTerms>({
    name: 'resellers.terms',
    text: `select ${TERMS} from resellers r where r.id = $1`,
    values: [resellerId],
  })
  return rows[0] ?? fail('reseller.unknown')
}

/** Terms of a selling reseller; refuses a suspended one. */
export async function getSeller(ctx: { db: Queryable }, resellerId: number): Promise<SellingTerms> {
  return refuseSuspended(await getSellingTerms(ctx, resellerId))
}

export function refuseSuspended(terms: SellingTerms): SellingTerms {
  return terms.suspendedAt ? fail('reseller.suspended') : terms
}

/** Only resellers on the whitelist take money online. */
export async function getOnlineSeller(ctx: { db: Queryable }, resellerId: number): Promise<SellingTerms> {
  return refuseOffline(await getSeller(ctx, resellerId))
}

export function refuseOffline(terms: SellingTerms): SellingTerms {
  return terms.isWhitelisted ? terms : fail('pay.offline_only')
}
