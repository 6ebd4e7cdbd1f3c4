import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Ctx } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { findOffers, loadPackage, type ShownOffer } from '../catalogue/get-package.ts'
import { isStepDown, type Held } from '../subscriptions/step-down.ts'
import { NO_SUBSCRIPTION, loadSubscriptionRow } from '../subscriptions/subscription-store.ts'
import { serviceState, shownReset, waitsUntil } from '../subscriptions/subscription.ts'

type Catalogue = Omit<Static<typeof api.packages.list.output>, 'trials'>
/** Facts from other domains: the plan most often sold, and whether any node enforces a speed. */
type Known = { bestSeller: number | null; hasSpeed: boolean }

export async function findCatalogue(ctx: Ctx<'user'>, { bestSeller, hasSpeed }: Known): Promise<Catalogue> {
  const offers = await findOffers(ctx, ctx.resellerId)
  const row = (await loadSubscriptionRow(ctx.db, ctx.owner)) ?? NOTHING_HELD
  const items = toItems(offers, row, bestSeller, ctx.language).map((item) =>
    hasSpeed ? item : { ...item, speedClass: null },
  )
  return { items, current: await toCurrent(ctx, row, items) }
}

type Row = NonNullable<Awaited<ReturnType<typeof loadSubscriptionRow>>>
const NOTHING_HELD: Row = {
  ...NO_SUBSCRIPTION,
  autoRenew: false,
  earlyRenewFen: null,
  nextPackageId: null,
  nextPeriod: null,
  heldWholesaleFen: null,
}

function toItems(offers: ShownOffer[], held: Held, bestSeller: number | null, language: Language): Catalogue['items'] {
  const items = new Map<number, Catalogue['items'][number]>()
  for (const { id, retailFen, wholesaleFen, usualFen, specialUntil, period, names, notes, ...rest } of offers) {
    const name = inLanguage(rest.name, names, language)
    const texts = { name, note: inLanguage(rest.note, notes, language) }
    const item = items.get(id) ?? { ...rest, ...texts, id: String(id), recommended: id === bestSeller, offers: [] }
    const special = specialUntil && { usualFen, until: specialUntil.toISOString() }
    item.offers.push({
      period,
      priceFen: retailFen,
      special,
      isStepDown: isStepDown(held, { period, wholesaleFen }),
    })
    items.set(id, item)
  }
  return [...items.values()]
}

async function toCurrent(ctx: Ctx<'user'>, row: Row, items: Catalogue['items']): Promise<Catalogue['current']> {
  const owned = row.packageId === null ? null : await loadPackage(ctx.db, row.packageId)
  return {
    state: serviceState(row, ctx.now),
    packageId: owned && String(owned.id),
    packageName: owned && inLanguage(owned.name, owned.names, ctx.language),
    isTrial: Boolean(owned?.trialDays),
    period: row.period,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    startsBy: waitsUntil(row, ctx.now)?.toISOString() ?? null,
    nextResetAt: shownReset(row)?.toISOString() ?? null,
    autoRenew: row.autoRenew,
    renewEarlyFen: row.earlyRenewFen,
    next: nextOf(row, items),
  }
}

/** Left out when it is no longer sold: then nothing would follow. */
function nextOf({ nextPackageId, nextPeriod }: Row, items: Catalogue['items']): Catalogue['current']['next'] {
  const item = items.find(({ id }) => id === String(nextPackageId))
  const isSold = item?.offers.some(({ period }) => period === nextPeriod)
  return item && isSold && nextPeriod && nextPeriod !== 'once'
    ? { packageId: item.id, packageName: item.name, period: nextPeriod }
    : null
}
