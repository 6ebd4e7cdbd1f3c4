import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import type { Period } from '../period.ts'
import { packageSubject } from '../save-package.ts'
import { LIST } from './offer-sql.ts'
import {
  deleteOffer,
  findPriceRows,
  saveOffer,
  updateIsOn,
  updateTrialOffer,
  type OfferName,
  type PriceRow,
} from './queries.ts'

type PriceCtx = Pick<Ctx, 'db' | 'now'>
/** The pair of prices that a person has seen and accepts: as they are now, or as wholesale will be. */
type PricePair = { retailFen: number; wholesaleFen: number }
type RetailChange = Omit<OfferName, 'resellerId'> & { retailFen: number; confirm?: PricePair | null }

/** Everything a reseller could sell, with what it pays, asks and earns, and what will change. */
export async function findPrices(ctx: Pick<Ctx, 'db'>, resellerId: number): Promise<PriceRow[]> {
  await getSellingTerms(ctx, resellerId)
  return findPriceRows(ctx.db, resellerId)
}

/** Sets retail prices of one reseller, all or none. They apply to the next quotes; what was switched off stays off. */
export function setRetail(
  ctx: PriceCtx,
  resellerId: number,
  changes: readonly RetailChange[],
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await getSellingTerms(tx, resellerId)
    const rows = await findPriceRows(tx.db, resellerId)
    for (const change of changes) await setOne(tx, resellerId, rows, change, actor)
  })
}

async function setOne(
  ctx: PriceCtx & { db: Tx },
  resellerId: number,
  rows: readonly PriceRow[],
  change: RetailChange,
  actor: AuditActor,
): Promise<void> {
  const { packageId, period, retailFen, confirm = null } = change
  const row = getPricedRow(rows, change)
  if (!Number.isInteger(retailFen) || retailFen < 1 || retailFen > limits.moneyMaxFen) {
    fail('request.invalid', { fields: { retail: `1 to ${limits.moneyMaxFen}` } })
  }
  const { wholesaleFen, nextWholesaleFen } = row
  const isPair = (fen: number | null) => confirm?.retailFen === retailFen && confirm.wholesaleFen === fen
  if (retailFen < wholesaleFen && !isPair(wholesaleFen)) {
    fail('offer.below_wholesale', { data: { packageId, period, retailFen, wholesaleFen } })
  }
  const isConfirmed = isPair(wholesaleFen) || (nextWholesaleFen !== null && isPair(nextWholesaleFen))
  const confirmed = isConfirmed ? confirm : null
  await saveOffer(ctx.db, {
    resellerId,
    packageId,
    period,
    retailFen,
    confirmedRetailFen: confirmed?.retailFen ?? null,
    confirmedWholesaleFen: confirmed?.wholesaleFen ?? null,
    stoppedAt: null,
    stopToldAt: null,
  })
  const detail = { beforeFen: row.retailFen, retailFen, wholesaleFen, isBelow: retailFen < wholesaleFen }
  await note(ctx, { resellerId, packageId, period }, 'offer.set', actor, detail)
}

/** What has a price for users: a trial has none. */
export function getPricedRow(
  rows: readonly PriceRow[],
  { packageId, period }: Pick<OfferName, 'packageId' | 'period'>,
): PriceRow {
  const row = rows.find((one) => one.packageId === packageId && one.period === period)
  if (row) return row.trialDays === null ? row : fail('package.not_for_sale')
  // A package that only others may sell counts as unknown, so that its number reveals nothing.
  return fail(rows.some((one) => one.packageId === packageId) ? 'package.not_for_sale' : 'object.unknown')
}

/** Off: not for sale, and not renewed, until it is on again; a trial: not given away. False when nothing changed. */
export function switchOffer(ctx: PriceCtx, name: OfferName, on: boolean, actor: AuditActor): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const isChanged = await switchOne(tx, name, on)
    await note(tx, name, `offer.switched_${on ? 'on' : 'off'}`, actor, { isChanged })
    return isChanged
  })
}

async function switchOne(ctx: PriceCtx & { db: Tx }, name: OfferName, on: boolean): Promise<boolean> {
  const { packageId, period } = name
  const rows = await findPriceRows(ctx.db, name.resellerId)
  const isTrial = rows.some((row) => row.packageId === packageId && row.period === period && row.trialDays !== null)
  if (isTrial) return updateTrialOffer(ctx.db, name, on, ctx.now)
  const { isChanged } = (await updateIsOn(ctx.db, name, on)) ?? fail('object.unknown')
  return isChanged
}

/** Ends the sale. Users who have the package cannot renew it for this period. */
export function removeOffer(ctx: PriceCtx, name: OfferName, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    if (!(await deleteOffer(tx.db, name))) fail('object.unknown')
    await note(tx, name, 'offer.removed', actor, {})
  })
}

/**
 * Gives a reseller the offers that its list suggests and that it lacks: a new agency's shop is full in its first
 * minute. Returns how many. What comes onto the list later is not for sale until the reseller sets a price.
 */
export function fillShop(ctx: PriceCtx, resellerId: number, actor: AuditActor): Promise<number> {
  return inTx(ctx, async (tx) => {
    await getSellingTerms(tx, resellerId)
    const filled = await insertSuggested(tx.db, resellerId)
    const entry = { resellerId, actor, action: 'offers.filled', subject: `reseller:${resellerId}` }
    await writeAudit(tx.db, { ...entry, detail: { offers: filled.length } }, ctx.now)
    return filled.length
  })
}

export async function note(
  ctx: PriceCtx,
  { resellerId, packageId, period }: OfferName,
  action: string,
  actor: AuditActor,
  detail: Record<string, string | number | boolean | null>,
): Promise<void> {
  const entry = { resellerId, actor, action, subject: packageSubject(packageId) }
  await writeAudit(ctx.db, { ...entry, detail: { period, ...detail } }, ctx.now)
}

/** Adds missing offers at the retail price that the list suggests, unless that is below cost. */
function insertSuggested(db: Tx, resellerId: number): Promise<{ packageId: number; period: Period }[]> {
  return db.query({
    name: 'prices.fill',
    text: `insert into package_offers (reseller_id, package_id, period, retail_fen)
      select $1, e.package_id, e.period, e.suggested_retail_fen
      from price_list_entries e join packages p on p.id = e.package_id
        left join own_prices own on own.reseller_id = $1 and own.package_id = e.package_id and own.period = e.period
      where e.price_list_id = ${LIST} and p.is_listed and p.trial_days is null
        and e.suggested_retail_fen >= coalesce(own.wholesale_fen, e.wholesale_fen)
      on conflict do nothing returning package_id, period`,
    values: [resellerId],
  })
}
