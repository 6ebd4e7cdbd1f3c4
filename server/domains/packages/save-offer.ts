import { limits } from '../../../contract/limits.ts'
import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { getSellingTerms } from '../resellers/selling-terms.ts'
import { getPackage } from './get-package.ts'
import { deleteOffer, findOfferRows, saveOffer, type OfferName } from './operator-queries.ts'
import { packageSubject } from './save-package.ts'

type OperatorCtx = Pick<Ctx, 'db' | 'now'>
type Prices = { retailFen: number; wholesaleFen: number }

/** The price of a package for one period at one reseller; the next quote has it. */
export function setOffer(ctx: OperatorCtx, offer: OfferName & Prices, actor: string): Promise<void> {
  return inTx(ctx, async (tx) => {
    await getSellingTerms(tx, offer.resellerId)
    await refuseBadOffer(tx, offer)
    await saveOffer(tx.db, offer)
    await note(tx, offer, 'offer.set', actor, { retailFen: offer.retailFen, wholesaleFen: offer.wholesaleFen })
  })
}

/** Not for sale any more; who has it cannot renew it for this period. */
export function removeOffer(ctx: OperatorCtx, name: OfferName, actor: string): Promise<void> {
  return inTx(ctx, async (tx) => {
    if (!(await deleteOffer(tx.db, name))) fail('object.unknown')
    await note(tx, name, 'offer.removed', actor, {})
  })
}

type Copy = { from: number; to: number; /** Of the other's price. Wholesale stays as it is. */ retailPercent: number }

/** Gives a reseller the offers of another that it lacks: a new one has none. Answers how many. */
export function copyOffers(ctx: OperatorCtx, { from, to, retailPercent }: Copy, actor: string): Promise<number> {
  return inTx(ctx, async (tx) => {
    for (const resellerId of [from, to]) await getSellingTerms(tx, resellerId)
    const own = await findOfferRows(tx.db, to)
    const rows = (await findOfferRows(tx.db, from)).filter(
      ({ packageId, period }) => !own.some((offer) => offer.packageId === packageId && offer.period === period),
    )
    for (const { packageId, period, retailFen, wholesaleFen } of rows) {
      const price = Math.round((retailFen * retailPercent) / 100)
      const offer = { resellerId: to, packageId, period, retailFen: price, wholesaleFen }
      await refuseBadOffer(tx, offer)
      await saveOffer(tx.db, offer)
      await note(tx, offer, 'offer.set', actor, { retailFen: price, wholesaleFen, copiedFrom: from })
    }
    return rows.length
  })
}

/** A retail price below wholesale is a slip of the pen: the reseller would pay for every sale. */
async function refuseBadOffer(ctx: { db: Tx }, { packageId, period, retailFen, wholesaleFen }: OfferName & Prices) {
  const { kind } = await getPackage(ctx, packageId)
  const fields: Record<string, string> = {}
  if (kind === 'pack' && period !== 'once') fields['period'] = 'a pack is sold once'
  if (retailFen < 1 || retailFen > limits.moneyMaxFen) fields['retail'] = `1 to ${limits.moneyMaxFen}`
  if (wholesaleFen < 0 || wholesaleFen > retailFen) fields['wholesale'] = `0 to the retail price, ${retailFen}`
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
}

async function note(
  ctx: OperatorCtx,
  { resellerId, packageId, period }: OfferName,
  action: string,
  actor: string,
  detail: Record<string, number>,
): Promise<void> {
  const entry = { resellerId, actor, action, subject: packageSubject(packageId) }
  await writeAudit(ctx.db, { ...entry, detail: { period, ...detail } }, ctx.now)
}
