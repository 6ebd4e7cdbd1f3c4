import { limits } from '../../../../contract/limits.ts'
import { actorName, writeAudit, type AuditActor } from '../../../platform/audit.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db.ts'
import { fail } from '../../../platform/errors.ts'
import { addJob } from '../../../platform/jobs.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { getPackage } from '../get-package.ts'
import type { Period } from '../periods.ts'
import {
  cancelOpen,
  insertChange,
  loadListPrice,
  lockList,
  saveListPrice,
  saveOwnPrice,
  saveSuggested,
  type PriceTarget,
} from './change-queries.ts'
import { loadWholesaleRow, markStops } from './queries.ts'

export type { PriceTarget }
export type PriceEntry = {
  packageId: number
  period: Period
  /** Null, for one reseller: its own price goes and its list's counts. */
  wholesaleFen: number | null
  /** Of a list; left out it stays as it is. */
  suggestedRetailFen?: number | null
}
type Scheduled = { packageId: number; period: Period; nowFen: number; notBefore: Date }
export type WholesaleSet = { applied: number; scheduled: Scheduled[] }
type PriceCtx = Pick<Ctx, 'db' | 'now'>

/**
 * Wholesale prices of a list, or of one reseller alone. A lower price acts at once, a higher one seven days after those
 * whom it concerns were mailed, or later if wanted. Each replaces what waited for the same price. All of them or none.
 */
export function setWholesale(
  ctx: PriceCtx,
  target: PriceTarget,
  entries: readonly PriceEntry[],
  actor: AuditActor,
  wantedFrom: Date | null = null,
): Promise<WholesaleSet> {
  return inTx(ctx, async (tx) => {
    if ('resellerId' in target) await getSellingTerms(tx, target.resellerId)
    if ((await lockList(tx.db, target)) === null) fail('object.unknown')
    const scheduled: Scheduled[] = []
    for (const entry of entries) {
      await refuseBadEntry(tx, target, entry)
      const waiting = await setOne(tx, target, entry, actor, wantedFrom)
      if (waiting) scheduled.push(waiting)
    }
    await settleStops(tx)
    if (scheduled.length > 0) await tellPricesLater(tx)
    return { applied: entries.length - scheduled.length, scheduled }
  })
}

async function setOne(
  ctx: PriceCtx & { db: Tx },
  target: PriceTarget,
  entry: PriceEntry,
  actor: AuditActor,
  wantedFrom: Date | null,
): Promise<Scheduled | null> {
  const { packageId, period, wholesaleFen, suggestedRetailFen } = entry
  const { nowFen, newFen } = await pricesOf(ctx, target, entry)
  await cancelOpen(ctx.db, target, entry, ctx.now)
  const isHigher = nowFen !== null && (newFen === null || newFen > nowFen)
  if (isHigher && newFen === null) fail('package.not_for_sale')
  const notBefore = new Date(Math.max(wantedFrom?.getTime() ?? 0, ctx.now.getTime() + limits.wholesaleNoticeMs))
  if (isHigher)
    await insertChange(ctx.db, {
      ...columnsOf(target),
      ...pick(entry),
      madeBy: actorName(actor),
      madeAt: ctx.now,
      notBefore,
    })
  else await saveWholesale(ctx, target, entry)
  if (suggestedRetailFen !== undefined && 'listId' in target) {
    await saveSuggested(ctx.db, target.listId, entry, suggestedRetailFen)
  }
  const detail = { period, beforeFen: nowFen, wholesaleFen, ...(isHigher ? { from: notBefore.toISOString() } : {}) }
  const action = isHigher ? 'wholesale.scheduled' : 'wholesale.set'
  const of = 'listId' in target ? { list: target.listId } : {}
  const resellerId = 'resellerId' in target ? target.resellerId : null
  const subject = `package:${packageId}`
  await writeAudit(ctx.db, { resellerId, actor, action, subject, detail: { ...of, ...detail } }, ctx.now)
  return isHigher ? { packageId, period, nowFen: nowFen!, notBefore } : null
}

async function pricesOf(ctx: PriceCtx, target: PriceTarget, entry: PriceEntry) {
  if ('listId' in target) {
    return { nowFen: await loadListPrice(ctx.db, target.listId, entry), newFen: entry.wholesaleFen }
  }
  const { wholesaleFen, listedFen } = await loadWholesaleRow(ctx.db, { ...target, ...entry })
  return { nowFen: wholesaleFen, newFen: entry.wholesaleFen ?? listedFen }
}

const pick = ({ packageId, period, wholesaleFen }: PriceEntry) => ({ packageId, period, wholesaleFen })
const columnsOf = (target: PriceTarget) =>
  'listId' in target ? { priceListId: target.listId } : { resellerId: target.resellerId }

export async function saveWholesale(ctx: { db: Tx }, target: PriceTarget, entry: PriceEntry): Promise<void> {
  if ('listId' in target) await saveListPrice(ctx.db, target.listId, entry, entry.wholesaleFen!)
  else await saveOwnPrice(ctx.db, target.resellerId, entry, entry.wholesaleFen)
}

/** After any change of wholesale: what sells below it without a confirmation stops, and everybody is told. */
export async function settleStops(ctx: { db: Tx; now: Date }): Promise<void> {
  if ((await markStops(ctx.db, ctx.now)) > 0) await tellPricesLater(ctx)
}

/** Mails are written above packages: several changes before the job begins are one mail. */
export function tellPricesLater(ctx: { db: Tx }): Promise<void> {
  return addJob(ctx.db, 'orders.tell_prices', {}, { key: 'orders.tell_prices' })
}

async function refuseBadEntry(ctx: { db: Tx }, target: PriceTarget, entry: PriceEntry): Promise<void> {
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
