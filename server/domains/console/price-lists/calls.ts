import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { staffActor } from '../../audit/audit.ts'
import { findPackages } from '../../catalogue/find-for-operator.ts'
import { previewPrices, type PlannedPrice, type WholesaleEffect } from '../../catalogue/prices/preview.ts'
import {
  addPriceList,
  assignPriceList,
  findListEntries,
  findPriceLists,
  previewAssign,
  renamePriceList,
  removeListEntry,
  setEarningsExample,
} from '../../catalogue/prices/price-lists.ts'
import { findPrices } from '../../catalogue/prices/set-retail.ts'
import { setWholesale, type PriceTarget } from '../../catalogue/prices/set-wholesale.ts'
import { loadPage } from '../../lists/list-page.ts'
import { findUnreached } from '../../orders/find-unreached.ts'
import { findTitles, resellerList, type ListedReseller } from './queries.ts'

const { priceLists } = consoleApi

type PlatformCtx = StaffCtx<'platform'>

type Change = Static<typeof priceLists.set.input>

const entriesOf = ({ entries }: Change) => entries.map((entry) => ({ ...entry, packageId: Number(entry.packageId) }))

const fromOf = ({ from }: Change) => (from === undefined ? null : new Date(from))

type Assigned = Awaited<ReturnType<typeof previewAssign>>

type Shown = { packageId: number; packageName: string; packageNames: unknown; nextFrom: Date | null }

function targetOf({ listId, resellerId }: Pick<Change, 'listId' | 'resellerId'>): PriceTarget {
  if (listId !== undefined && resellerId === undefined) return { listId }
  if (resellerId !== undefined && listId === undefined) return { resellerId }
  return fail('request.invalid', { fields: { listId: 'one of listId and resellerId' } })
}

async function effectOf(ctx: PlatformCtx, input: Change) {
  const { planned, effects } = await previewPrices(ctx, targetOf(input), entriesOf(input), fromOf(input))
  const below = effects.filter(({ sellsBelow, isConfirmed }) => sellsBelow && !isConfirmed)
  const sellers = [...new Set(effects.map(({ resellerId }) => resellerId))]
  const isRise = planned.some(({ notBefore }) => notBefore !== null)
  const unreached = isRise ? await findUnreached(ctx, sellers, 'prices.write') : []
  const ids = [...unreached, ...below.map(({ resellerId }) => resellerId)]
  const [titles, names] = [await findTitles(ctx.db, ids), await packageNames(ctx)]
  return {
    changes: planned.map(showPlanned),
    sellers: sellers.length,
    unreached: unreached.map((resellerId) => ({ resellerId, title: titles.get(resellerId) ?? '' })),
    below: below.map((row) => ({ ...showBelow(row, names), title: titles.get(row.resellerId) ?? '' })),
  }
}

function showPlanned({ packageId, notBefore, ...plan }: PlannedPrice) {
  return { ...plan, packageId: String(packageId), from: notBefore }
}

function showBelow({ packageId, packageName, ...row }: WholesaleEffect, names: Map<number, string>) {
  return { ...row, packageId: String(packageId), packageName: names.get(packageId) ?? packageName }
}

async function showAssign(ctx: PlatformCtx, resellerId: number, { notBefore, dearer }: Assigned) {
  const names = dearer.length === 0 ? new Map<number, string>() : await packageNames(ctx)
  return {
    from: notBefore,
    isReached: (await findUnreached(ctx, [resellerId], 'prices.write')).length === 0,
    dearer: dearer.map(({ packageId, ...row }) => ({
      ...row,
      packageId: String(packageId),
      packageName: names.get(packageId) ?? '',
    })),
  }
}

/** Package names in the reader's language. */
async function packageNames(ctx: PlatformCtx): Promise<Map<number, string>> {
  const rows = await findPackages(ctx, false)
  return new Map(rows.map(({ id, name, names }) => [id, inLanguage(name, names, ctx.language)]))
}

function showPrice<R extends Shown>(ctx: PlatformCtx, { packageNames: names, ...row }: R) {
  return {
    ...row,
    packageId: String(row.packageId),
    packageName: inLanguage(row.packageName, names, ctx.language),
  }
}

export const priceListRoutes = [
  bind(priceLists.list, async (ctx) => {
    const rows = await findPriceLists(ctx)
    return { rows: rows.map(({ id, ...row }) => ({ listId: id, ...row })) }
  }),
  bind(priceLists.entries, async (ctx, { listId }) => {
    if (!(await findPriceLists(ctx)).some(({ id }) => id === listId)) fail('object.unknown')
    const rows = await findListEntries(ctx, listId)
    return { rows: rows.map((row) => showPrice(ctx, row)) }
  }),
  bind(priceLists.resellers, async (ctx, input) => {
    const { rows, ...page } = await loadPage<ListedReseller, 'resellerId'>(ctx, resellerList(input), input)
    return {
      ...page,
      rows: rows.map(({ id, ...row }) => ({ ...row, resellerId: id })),
    }
  }),
  bind(priceLists.own, async (ctx, { resellerId }) => {
    const title = (await findTitles(ctx.db, [resellerId])).get(resellerId) ?? fail('object.unknown')
    const rows = await findPrices(ctx, resellerId)
    return { title, rows: rows.map((row) => showPrice(ctx, row)) }
  }),
  bind(priceLists.preview, effectOf),
  bind(priceLists.set, async (ctx, input) => {
    const effect = await effectOf(ctx, input)
    await setWholesale(ctx, targetOf(input), entriesOf(input), staffActor(ctx), fromOf(input))
    return effect
  }),
  bind(priceLists.add, async (ctx, { name, copyOf }) => {
    return { listId: await addPriceList(ctx, { name, copyOf: copyOf ?? null }, staffActor(ctx)) }
  }),
  bind(priceLists.rename, (ctx, wish) => renamePriceList(ctx, wish, staffActor(ctx))),
  bind(priceLists.setExample, (ctx, { text, others = {} }) =>
    setEarningsExample(ctx, { text, others }, staffActor(ctx)),
  ),
  bind(priceLists.removeEntry, (ctx, { packageId, ...name }) =>
    removeListEntry(ctx, { ...name, packageId: Number(packageId) }, staffActor(ctx)),
  ),
  bind(priceLists.previewAssign, async (ctx, input) => {
    return showAssign(ctx, input.resellerId, await previewAssign(ctx, input))
  }),
  bind(priceLists.assign, async (ctx, input) => {
    return showAssign(ctx, input.resellerId, await assignPriceList(ctx, input, staffActor(ctx)))
  }),
]
