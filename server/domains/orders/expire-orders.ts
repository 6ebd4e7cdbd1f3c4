import { inTx, type Ctx, type TxCtx, type Owner } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { releaseStock } from '../packages/hold-stock.ts'
import { claimAsExpired } from './queries.ts'

/** Closes what was not paid in time and gives its stock back. A payment that still arrives goes to the balance. */
export async function expireOrders(ctx: Pick<TxCtx, 'db' | 'now'>, owner: Owner | null): Promise<number> {
  const expired = await claimAsExpired(ctx.db, ctx.now, owner)
  const units = new Map<number, number>()
  for (const { packageId, holdsStock } of expired) {
    if (packageId !== null && holdsStock) units.set(packageId, (units.get(packageId) ?? 0) + 1)
  }
  // In one order, so that two runs never wait for each other.
  for (const [packageId, count] of [...units].sort(([a], [b]) => a - b)) await releaseStock(ctx, packageId, count)
  return expired.length
}

/** What the job would do within a minute: an order that ran out must not stand in the way of a new one. */
export async function expireOwnOrders(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner): Promise<void> {
  await inTx(ctx, (tx) => expireOrders(tx, owner))
}

/** The job, every minute. */
export async function expireDueOrders(ctx: JobCtx): Promise<void> {
  const count = await inTx(ctx, (tx) => expireOrders(tx, null))
  if (count > 0) ctx.log.info({ count }, 'orders expired')
}
