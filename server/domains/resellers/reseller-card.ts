import { brandOf } from '../../../contract/brand.ts'
import type { Ctx } from '../../platform/context.ts'
import { maskName } from '../../../contract/mask.ts'
import { loadOwnerName } from './agency-queries.ts'
import { getReseller } from './reseller-config.ts'

/** What anybody may know of a reseller before paying it. */
export async function resellerCard(ctx: Pick<Ctx, 'db'>, input: { daili_id: number }) {
  const reseller = await getReseller(ctx, input.daili_id)
  const brand = brandOf(reseller.id, reseller)
  const ownerName = await loadOwnerName(ctx.db, reseller.id)
  return {
    daili_id: reseller.id,
    title: brand.title,
    icon: brand.icon,
    ownerMasked: ownerName && maskName(ownerName),
    acceptsPayment: reseller.suspendedAt === null,
  }
}
