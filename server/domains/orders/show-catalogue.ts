import type { Ctx } from '../../platform/context.ts'
import { findCatalogue, type Catalogue } from '../packages/find-catalogue.ts'
import { isSpeedEnforced, loadBestSeller } from './catalogue-queries.ts'

const SOLD_LATELY_MS = 30 * 86_400_000
/** Fewer sales are chance, and the reader's own say nothing about others. */
const BEST_SELLER_SALES = 5

/** The goods with what orders and nodes say of them, both of which packages stand below. */
export async function showCatalogue(ctx: Ctx<'user'>): Promise<Catalogue> {
  const since = new Date(ctx.now.getTime() - SOLD_LATELY_MS)
  const { owner } = ctx
  const bestSeller = await loadBestSeller(ctx.db, owner, { since, atLeast: BEST_SELLER_SALES })
  return findCatalogue(ctx, { bestSeller, hasSpeed: await isSpeedEnforced(ctx.db, ctx.resellerId) })
}
