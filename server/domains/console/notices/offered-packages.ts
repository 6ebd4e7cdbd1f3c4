import type { StaffCtx } from '../../../platform/context.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { findPrices } from '../../catalogue/prices/set-retail.ts'

type PriceRow = Awaited<ReturnType<typeof findPrices>>[number]
type Offered = { packageId: string; name: string }

/** Plans on this reseller's list. Packs are left out: no user has a pack as their package. */
export const findOffered = (ctx: StaffCtx): Promise<Offered[]> => findPlans(ctx, () => true)

/** Those that end and can be renewed. */
export const findRenewable = (ctx: StaffCtx): Promise<Offered[]> =>
  findPlans(ctx, ({ trialDays, period }) => trialDays === null && period !== 'once')

async function findPlans(ctx: StaffCtx, isWanted: (row: PriceRow) => boolean): Promise<Offered[]> {
  const rows = await findPrices(ctx, ctx.resellerId)
  const plans = rows.filter((row) => row.kind === 'plan' && isWanted(row))
  const names = new Map(
    plans.map((row) => [String(row.packageId), inLanguage(row.packageName, row.packageNames, ctx.language)]),
  )
  return [...names].map(([packageId, name]) => ({ packageId, name }))
}
