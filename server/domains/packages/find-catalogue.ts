import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Ctx } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { findOffers, loadPackage, type Offer } from './get-package.ts'
import { NO_SUBSCRIPTION, loadSubscriptionRow } from './subscription-store.ts'
import { serviceState, shownReset } from './subscription.ts'

export type Catalogue = Static<typeof api.packages.list.output>
/** Facts from other domains: the plan most often sold, and whether any node enforces a speed. */
type Known = { bestSeller: number | null; hasSpeed: boolean }

export async function findCatalogue(ctx: Ctx<'user'>, { bestSeller, hasSpeed }: Known): Promise<Catalogue> {
  const offers = await findOffers(ctx.db, ctx.resellerId)
  const items = toItems(offers, bestSeller, ctx.language).map((item) =>
    hasSpeed ? item : { ...item, speedClass: null },
  )
  return { items, current: await loadCurrent(ctx) }
}

function toItems(offers: Offer[], bestSeller: number | null, language: Language): Catalogue['items'] {
  const items = new Map<number, Catalogue['items'][number]>()
  for (const { id, retailFen, wholesaleFen: _wholesaleFen, period, names, ...rest } of offers) {
    const name = inLanguage(rest.name, names, language)
    const item = items.get(id) ?? { ...rest, name, id: String(id), recommended: id === bestSeller, offers: [] }
    item.offers.push({ period, priceFen: retailFen })
    items.set(id, item)
  }
  return [...items.values()]
}

async function loadCurrent(ctx: Ctx<'user'>): Promise<Catalogue['current']> {
  const { owner } = ctx
  const row = (await loadSubscriptionRow(ctx.db, owner)) ?? { ...NO_SUBSCRIPTION, autoRenew: false }
  const owned = row.packageId === null ? null : await loadPackage(ctx.db, row.packageId)
  return {
    state: serviceState(row, ctx.now),
    packageId: owned && String(owned.id),
    packageName: owned && inLanguage(owned.name, owned.names, ctx.language),
    period: row.period,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    nextResetAt: shownReset(row)?.toISOString() ?? null,
    autoRenew: row.autoRenew,
  }
}
