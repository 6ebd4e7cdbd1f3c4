import { inTx, type Ctx } from '../../../platform/context.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { findOfferRows, findPriceRows, loadWholesaleRow, type OfferName } from './queries.ts'
import { setRetail } from './set-retail.ts'
import { setWholesale, type WholesaleSet } from './set-wholesale.ts'

type OperatorCtx = Pick<Ctx, 'db' | 'now'>
type Prices = {
  retailFen: number
  /** The reseller's own wholesale price; null leaves wholesale as it is. */
  wholesaleFen: number | null
  /** The caller knows that the price is below wholesale. */
  isLossConfirmed: boolean
}

/** By the operator: what one reseller asks for a package and period, and its own wholesale price if it gets one. */
export function setOffer(
  ctx: OperatorCtx,
  { retailFen, wholesaleFen, isLossConfirmed, ...name }: OfferName & Prices,
  actor: AuditActor,
): Promise<WholesaleSet['scheduled'][number] | null> {
  const { resellerId, packageId, period } = name
  return inTx(ctx, async (tx) => {
    const own = wholesaleFen === null ? [] : [{ packageId, period, wholesaleFen }]
    const { scheduled } = await setWholesale(tx, { resellerId }, own, actor)
    const { wholesaleFen: now } = await loadWholesaleRow(tx.db, name)
    const confirm = isLossConfirmed && now !== null ? { retailFen, wholesaleFen: now } : null
    await setRetail(tx, resellerId, [{ packageId, period, retailFen, confirm }], actor)
    return scheduled[0] ?? null
  })
}

type Copy = { from: number; to: number; /** Percent of the other reseller's price. */ retailPercent: number }

/** Gives a reseller the offers of another that it lacks. If it has no wholesale price for one, it gets the other's. */
export function copyOffers(ctx: OperatorCtx, { from, to, retailPercent }: Copy, actor: AuditActor): Promise<number> {
  return inTx(ctx, async (tx) => {
    for (const resellerId of [from, to]) await getSellingTerms(tx, resellerId)
    const known = await findPriceRows(tx.db, to)
    const ofTarget = (packageId: number, period: string) =>
      known.find((row) => row.packageId === packageId && row.period === period)
    const rows = (await findOfferRows(tx.db, from)).filter(
      ({ packageId, period, wholesaleFen }) => wholesaleFen !== null && !ofTarget(packageId, period)?.retailFen,
    )
    const lacking = rows.filter(({ packageId, period }) => !ofTarget(packageId, period))
    await setWholesale(tx, { resellerId: to }, lacking, actor)
    const changes = rows.map(({ packageId, period, retailFen }) => {
      return { packageId, period, retailFen: Math.round((retailFen * retailPercent) / 100) }
    })
    await setRetail(tx, to, changes, actor)
    return rows.length
  })
}
