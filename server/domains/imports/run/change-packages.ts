import type { Tx } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { findAllOffers } from '../../catalogue/find-for-operator.ts'
import { setOffer } from '../../catalogue/prices/set-offer.ts'
import { changePackage, type PackageChange } from '../../catalogue/save-package.ts'
import type { ImportedPrice } from '../../subscriptions/imported-subscription.ts'
import { keepHere, markOf, type ImportCtx, type Work } from './context.ts'
import type { Marks } from './queries.ts'

type TxCtx = ImportCtx & { db: Tx }
export type PackageFields = Required<
  Pick<PackageChange, 'name' | 'trafficBytes' | 'deviceLimit' | 'lineLimit' | 'isListed'>
>
/** What a plan of the source is here: fields of the package, and what it costs by the period. */
export type PlanHere = { fields: PackageFields; prices: readonly ImportedPrice[] }

/** Digests of what the import wrote, field by field: where it is another by now, somebody here has changed it. */
export function ourMarks(ctx: ImportCtx, { fields, prices }: PlanHere): Marks {
  const ofFields = Object.entries(fields).map(([field, value]) => [`our ${field}`, markOf(ctx, [value])])
  const ofPrices = prices.map(({ period, retailFen }) => [`our price ${period}`, markOf(ctx, [retailFen])])
  return Object.fromEntries([...ofFields, ...ofPrices])
}

/**
 * Brings a plan that was changed at the source to the package that it became, but for what was changed here since: that
 * stays, and is named. Returns what the import has written now.
 */
export async function changeImported(
  ctx: TxCtx,
  work: Work,
  about: { planId: number; packageId: number; marks: Marks; before: PackageFields; wanted: PlanHere },
): Promise<Marks> {
  const { planId, packageId, marks, before, wanted } = about
  const marksNow = ourMarks(ctx, wanted)
  const written: Marks = {}
  const change: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(wanted.fields)) {
    const [here, name] = [markOf(ctx, [before[field as keyof PackageFields]]), `our ${field}`]
    if (here === marksNow[name]) written[name] = here
    else if (here === marks[name]) {
      change[field] = value
      written[name] = marksNow[name]!
    } else {
      keepHere(work, `plan ${planId}: its ${WORDS[field as keyof PackageFields]} was changed here`)
      if (marks[name] !== undefined) written[name] = marks[name]
    }
  }
  if (Object.keys(change).length > 0) await changePackage(ctx, packageId, change, ctx.actor)
  return { ...written, ...(await changePrices(ctx, work, about, marksNow)) }
}

const WORDS: Record<keyof PackageFields, string> = {
  name: 'name',
  trafficBytes: 'traffic',
  deviceLimit: 'device limit',
  lineLimit: 'line limit',
  isListed: 'being on the list',
}

async function changePrices(
  ctx: TxCtx,
  work: Work,
  { planId, packageId, marks, wanted }: { planId: number; packageId: number; marks: Marks; wanted: PlanHere },
  marksNow: Marks,
): Promise<Marks> {
  const offers = (await findAllOffers(ctx, work.resellerId)).filter((offer) => offer.packageId === packageId)
  const written: Marks = {}
  for (const { period, retailFen, wholesaleFen } of wanted.prices) {
    const name = `our price ${period}`
    const offer = offers.find((one) => one.period === period)
    const here = offer && markOf(ctx, [offer.retailFen])
    if (here === marksNow[name]) written[name] = here!
    else if (here === marks[name]) {
      // Where the operator gave another wholesale price since, that stays. It never falls by itself: who has the old panel
      // in hand would set what the platform is paid.
      const isShare = !offer || offer.wholesaleFen === shareOf(work, offer.retailFen)
      const isLess = wholesaleFen < (offer?.wholesaleFen ?? 0)
      const price = { retailFen, wholesaleFen: isShare && !isLess ? wholesaleFen : null, isLossConfirmed: false }
      if (isShare && isLess)
        keepHere(work, `plan ${planId}: its price for ${period} fell there, its wholesale stays here`)
      const isSet = await unlessRefused(
        setOffer(ctx, { resellerId: work.resellerId, packageId, period, ...price }, ctx.actor),
      )
      if (isSet) written[name] = marksNow[name]!
      else keepHere(work, `plan ${planId}: its price for ${period} cannot be sold at here`)
    } else {
      keepHere(work, `plan ${planId}: its price for ${period} was changed here`)
      if (marks[name] !== undefined) written[name] = marks[name]
    }
  }
  const gone = offers.filter(({ period }) => !wanted.prices.some((price) => price.period === period))
  for (const { period } of gone) keepHere(work, `plan ${planId}: no longer sold for ${period} there, still here`)
  return written
}

export const shareOf = ({ wholesalePercent }: Pick<Work, 'wholesalePercent'>, retailFen: number) =>
  Math.ceil((retailFen * wholesalePercent) / 100)

async function unlessRefused(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
