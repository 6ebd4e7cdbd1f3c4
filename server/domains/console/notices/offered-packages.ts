import type { StaffCtx } from '../../../platform/context.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { findPrices } from '../../catalogue/prices/set-retail.ts'

/** Plans on this reseller's list. Packs are left out: no user has a pack as their package. */
export async function findOffered(ctx: StaffCtx): Promise<{ packageId: string; name: string }[]> {
  const plans = (await findPrices(ctx, ctx.resellerId)).filter(({ kind }) => kind === 'plan')
  const names = new Map(
    plans.map((row) => [String(row.packageId), inLanguage(row.packageName, row.packageNames, ctx.language)]),
  )
  return [...names].map(([packageId, name]) => ({ packageId, name }))
}
