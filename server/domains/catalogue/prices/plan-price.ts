import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { getPackage } from '../get-package.ts'
import type { Period } from '../period.ts'
import { loadListPrice, type PriceTarget } from './change-queries.ts'
import { loadWholesaleRow } from './queries.ts'

export type PriceEntry = {
  packageId: number
  period: Period
  /** Null, for one reseller: removes its own price, so that its list's price counts. */
  wholesaleFen: number | null
  /** Only for a list; unchanged when left out. */
  suggestedRetailFen?: number | null
}
export type PricePlan = {
  nowFen: number | null
  newFen: number
  /** When a higher price applies at the earliest. Null: at once. */
  notBefore: Date | null
}
type PriceCtx = Pick<Ctx, 'db' | 'now'>
const WANTED_MAX_MS = 366 * DAY_MS

/** When a higher price that is told now may start. */
export function earliestRise(now: Date): Date {
  return new Date(now.getTime() + staffLimits.wholesaleNoticeDays * DAY_MS)
}

/** What a wholesale price would do and from when; used by the preview and by the change itself. */
export async function planPrice(
  ctx: PriceCtx,
  target: PriceTarget,
  entry: PriceEntry,
  wantedFrom: Date | null,
): Promise<PricePlan> {
  await refuseBadEntry(ctx, target, entry)
  const { nowFen, newFen } = await pricesOf(ctx, target, entry)
  if (newFen === null) return fail('package.not_for_sale')
  const now = ctx.now.getTime()
  if (wantedFrom && wantedFrom.getTime() > now + WANTED_MAX_MS) {
    fail('request.invalid', { fields: { from: 'within a year' } })
  }
  const isHigher = nowFen !== null && newFen > nowFen
  const earliest = Math.max(wantedFrom?.getTime() ?? 0, earliestRise(ctx.now).getTime())
  return { nowFen, newFen, notBefore: isHigher ? new Date(earliest) : null }
}

async function pricesOf(ctx: PriceCtx, target: PriceTarget, entry: PriceEntry) {
  if ('listId' in target) {
    return { nowFen: await loadListPrice(ctx.db, target.listId, entry), newFen: entry.wholesaleFen }
  }
  const { wholesaleFen, listedFen } = await loadWholesaleRow(ctx.db, { ...target, ...entry })
  return { nowFen: wholesaleFen, newFen: entry.wholesaleFen ?? listedFen }
}

async function refuseBadEntry(ctx: PriceCtx, target: PriceTarget, entry: PriceEntry): Promise<void> {
  const { kind } = await getPackage(ctx, entry.packageId)
  const { wholesaleFen, suggestedRetailFen = null } = entry
  const isWithin = (fen: number, min: number) => Number.isInteger(fen) && fen >= min && fen <= limits.moneyMaxFen
  const fields: Record<string, string> = {}
  if (kind === 'pack' && entry.period !== 'once') fields['period'] = 'a pack is sold once'
  if (wholesaleFen === null ? 'listId' in target : !isWithin(wholesaleFen, 0)) {
    fields['wholesale'] = `0 to ${limits.moneyMaxFen}`
  }
  if (suggestedRetailFen !== null && !isWithin(suggestedRetailFen, 1))
    fields['suggested'] = `1 to ${limits.moneyMaxFen}`
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
}
