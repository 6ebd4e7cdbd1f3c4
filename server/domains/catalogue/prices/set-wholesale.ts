import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { actorName, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import type { Period } from '../period.ts'
import {
  cancelOpen,
  insertChange,
  lockList,
  saveListPrice,
  saveOwnPrice,
  saveSuggested,
  type PriceTarget,
} from './change-queries.ts'
import { planPrice, type PriceEntry } from './plan-price.ts'
import { markStops } from './queries.ts'

export type { PriceEntry, PriceTarget }
type Scheduled = { packageId: number; period: Period; nowFen: number; notBefore: Date }
export type WholesaleSet = { applied: number; scheduled: Scheduled[] }
type PriceCtx = Pick<Ctx, 'db' | 'now'>

/**
 * Sets wholesale prices of a list, or of one reseller alone. A lower price applies at once, a higher one after
 * the notice to the resellers concerned, or later if wanted. Each replaces what waited for the same price. All or
 * none.
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
  const { nowFen, notBefore } = await planPrice(ctx, target, entry, wantedFrom)
  await cancelOpen(ctx.db, target, entry, ctx.now)
  if (notBefore)
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
  const detail = { period, beforeFen: nowFen, wholesaleFen, ...(notBefore ? { from: notBefore.toISOString() } : {}) }
  const action = notBefore ? 'wholesale.scheduled' : 'wholesale.set'
  const of = 'listId' in target ? { list: target.listId } : {}
  const resellerId = 'resellerId' in target ? target.resellerId : null
  const subject = `package:${packageId}`
  await writeAudit(ctx.db, { resellerId, actor, action, subject, detail: { ...of, ...detail } }, ctx.now)
  return notBefore ? { packageId, period, nowFen: nowFen!, notBefore } : null
}

const pick = ({ packageId, period, wholesaleFen }: PriceEntry) => ({ packageId, period, wholesaleFen })
const columnsOf = (target: PriceTarget) =>
  'listId' in target ? { priceListId: target.listId } : { resellerId: target.resellerId }

export async function saveWholesale(ctx: { db: Tx }, target: PriceTarget, entry: PriceEntry): Promise<void> {
  if ('listId' in target) await saveListPrice(ctx.db, target.listId, entry, entry.wholesaleFen!)
  else await saveOwnPrice(ctx.db, target.resellerId, entry, entry.wholesaleFen)
}

/** After any change of wholesale: stops offers that sell below it without a confirmation, and tells everybody. */
export async function settleStops(ctx: { db: Tx; now: Date }): Promise<void> {
  if ((await markStops(ctx.db, ctx.now)) > 0) await tellPricesLater(ctx)
}

/** A domain above packages writes the mails. Several changes before the job begins become one mail. */
export function tellPricesLater(ctx: { db: Tx }): Promise<void> {
  return addJob(ctx.db, 'orders.tell_prices', {}, { key: 'orders.tell_prices' })
}
