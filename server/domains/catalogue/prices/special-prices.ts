import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { dayOf, readDay, spanOf } from '../../../platform/text/business-day.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { findPriceRows, type OfferName, type PriceRow } from './queries.ts'
import { getPricedRow, note } from './set-retail.ts'
import {
  deleteComing,
  endRunning,
  findSpecialRows,
  insertSpecial,
  isTaken,
  lockOffer,
  type SpecialRow,
} from './special-queries.ts'

type SpecialCtx = Pick<Ctx, 'db' | 'now' | 'config'>
/** From the first day to the last, both included, by the business's calendar. */
type NewSpecial = Pick<OfferName, 'packageId' | 'period'> & { retailFen: number; from: string; to: string }

/** A lower price for some days. Refused below wholesale, now or as announced for those days: it is never a loss. */
export function addSpecial(
  ctx: SpecialCtx,
  resellerId: number,
  wish: NewSpecial,
  actor: AuditActor,
): Promise<{ specialId: number }> {
  const span = spanOfWish(ctx, wish)
  const { packageId, period, retailFen } = wish
  const name = { resellerId, packageId, period }
  return inTx(ctx, async (tx) => {
    await getSellingTerms(tx, resellerId)
    // Two at once wait here for each other, and for nobody who buys.
    await lockOffer(tx.db, name)
    const row = getPricedRow(await findPriceRows(tx.db, resellerId), wish)
    refusePrice(row, retailFen, span.until)
    if (await isTaken(tx.db, name, span)) fail('offer.special_taken')
    const specialId = await insertSpecial(tx.db, { ...name, retailFen, ...span, now: ctx.now })
    const detail = { retailFen, wholesaleFen: row.wholesaleFen, startsAt: wish.from, endsAt: wish.to }
    await note(tx, name, 'offer.special_added', actor, detail)
    return { specialId }
  })
}

type Span = { from: Date; until: Date }

function spanOfWish({ now, config }: SpecialCtx, { from, to }: NewSpecial): Span {
  const today = dayOf(now, config.businessTz)
  const [first, last] = [readDay(from), readDay(to)]
  const fields = {
    ...(first === null || from < today ? { from: `a day from ${today} on` } : {}),
    ...(last === null || to < from || last - (readDay(today) ?? 0) > staffLimits.specialAheadDays
      ? { to: `a day from the first on, at most ${staffLimits.specialAheadDays} days from now` }
      : {}),
  }
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
  return { from: spanOf(from, config.businessTz).from, until: spanOf(to, config.businessTz).until }
}

function refusePrice(row: PriceRow, retailFen: number, until: Date): void {
  const { packageId, period, wholesaleFen, nextWholesaleFen, nextFrom } = row
  if (row.retailFen === null) fail('package.not_for_sale')
  if (retailFen >= row.retailFen) {
    fail('request.invalid', { fields: { retailFen: `below the usual price, ${row.retailFen}` } })
  }
  const least = nextFrom !== null && nextFrom < until ? Math.max(wholesaleFen, nextWholesaleFen ?? 0) : wholesaleFen
  if (retailFen < least) {
    fail('offer.below_wholesale', { data: { packageId, period, retailFen, wholesaleFen: least } })
  }
}

/** Takes back one that has not begun, and ends one that runs: the usual price holds from now on. */
export function endSpecial(
  ctx: SpecialCtx,
  { resellerId, specialId }: { resellerId: number; specialId: number },
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    const name = { resellerId, specialId }
    const ended = (await deleteComing(tx.db, name, ctx.now)) ?? (await endRunning(tx.db, name, ctx.now))
    const { packageId, period, retailFen } = ended ?? fail('object.unknown')
    await note(tx, { resellerId, packageId, period }, 'offer.special_ended', actor, { retailFen })
  })
}

export type Special = Pick<SpecialRow, 'specialId' | 'packageId' | 'period' | 'retailFen'> & {
  from: string
  to: string
  isRunning: boolean
}

/** Those that run or are to come, the soonest first. */
export async function findSpecials(ctx: SpecialCtx, resellerId: number): Promise<Special[]> {
  const { businessTz } = ctx.config
  const rows = await findSpecialRows(ctx.db, resellerId, ctx.now)
  return rows.map(({ startsAt, endsAt, ...row }) => ({
    ...row,
    from: dayOf(startsAt, businessTz),
    to: dayOf(new Date(endsAt.getTime() - 1), businessTz),
    isRunning: startsAt <= ctx.now,
  }))
}
