import { inTx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { writeAudit } from '../../audit/audit.ts'
import { claimChange, findDueChanges, lockList, saveListOf, type PriceChange } from './change-queries.ts'
import { saveWholesale, settleStops, type PriceTarget } from './set-wholesale.ts'

/** The job, every minute: applies higher wholesale prices whose day has come. */
export async function applyPriceChanges(ctx: JobCtx): Promise<void> {
  for (const id of await findDueChanges(ctx.db, ctx.now)) await inTx(ctx, (tx) => applyOne(tx, id))
}

async function applyOne(ctx: { db: Tx; now: Date }, id: number): Promise<void> {
  const change = await claimChange(ctx.db, id, ctx.now)
  if (!change) return
  const target = targetOf(change)
  await lockList(ctx.db, target)
  const { packageId, period, wholesaleFen, toListId, resellerId } = change
  if (toListId !== null) await saveListOf(ctx.db, resellerId!, toListId)
  else await saveWholesale(ctx, target, { packageId: packageId!, period: period!, wholesaleFen })
  const subject = packageId === null ? null : `package:${packageId}`
  const detail = { change: id, list: toListId ?? change.priceListId, period, wholesaleFen }
  await writeAudit(ctx.db, { resellerId, actor: 'job', action: 'wholesale.applied', subject, detail }, ctx.now)
  await settleStops(ctx)
}

function targetOf({ priceListId, resellerId }: PriceChange): PriceTarget {
  return priceListId === null ? { resellerId: resellerId! } : { listId: priceListId }
}
