import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { NO_SUBSCRIPTION } from './load-subscription.ts'
import { findOffers, loadBestSeller, loadPackage, loadSubscriptionRow, type Offer } from './queries.ts'
import { serviceState, shownReset } from './subscription.ts'

type Catalogue = Static<typeof api.packages.list.output>
const SOLD_LATELY_MS = 30 * 86_400_000

export async function findCatalogue(ctx: Ctx<'user'>): Promise<Catalogue> {
  const since = new Date(ctx.now.getTime() - SOLD_LATELY_MS)
  const offers = await findOffers(ctx.db, ctx.resellerId)
  const bestSeller = await loadBestSeller(ctx.db, ctx.resellerId, since)
  return { items: toItems(offers, bestSeller), current: await loadCurrent(ctx) }
}

function toItems(offers: Offer[], bestSeller: number | null): Catalogue['items'] {
  const items = new Map<number, Catalogue['items'][number]>()
  for (const { id, retailFen, wholesaleFen: _wholesaleFen, period, ...rest } of offers) {
    const item = items.get(id) ?? { ...rest, id: String(id), recommended: id === bestSeller, offers: [] }
    item.offers.push({ period, priceFen: retailFen })
    items.set(id, item)
  }
  return [...items.values()]
}

async function loadCurrent(ctx: Ctx<'user'>): Promise<Catalogue['current']> {
  const owner = { resellerId: ctx.resellerId, accountId: ctx.actor.accountId }
  const row = (await loadSubscriptionRow(ctx.db, owner)) ?? { ...NO_SUBSCRIPTION, autoRenew: false }
  const owned = row.packageId === null ? null : await loadPackage(ctx.db, row.packageId)
  return {
    state: serviceState(row, ctx.now),
    packageId: owned && String(owned.id),
    packageName: owned && owned.name,
    period: row.period,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    nextResetAt: shownReset(row)?.toISOString() ?? null,
    autoRenew: row.autoRenew,
  }
}
