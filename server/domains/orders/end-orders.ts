import { inTx, type Ctx, type TxCtx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { releaseStock } from '../catalogue/get-package.ts'
import {
  claimAsExpired,
  claimAsCancelled,
  claimOneAsExpired,
  findDueWithPart,
  loadOwnOrder,
  type OrderName,
  type OrderRow,
} from './queries.ts'
import { releaseOfOrder } from './set-aside-part.ts'

/**
 * Closes orders that were not paid in time and returns their stock. A payment that still arrives goes to the balance.
 * Leaves those that hold part of a balance to `expireHolding`.
 */
export async function expireOrders(ctx: Pick<TxCtx, 'db' | 'now'>, owner: Owner | null): Promise<number> {
  const expired = await claimAsExpired(ctx.db, ctx.now, owner)
  const units = new Map<number, number>()
  for (const { packageId, holdsStock } of expired) {
    if (packageId !== null && holdsStock) units.set(packageId, (units.get(packageId) ?? 0) + 1)
  }
  // Always in the same order, so that two runs never deadlock.
  for (const [packageId, count] of [...units].sort(([a], [b]) => a - b)) await releaseStock(ctx, packageId, count)
  return expired.length
}

/** Does what the job would do within a minute: an expired order must not block a new one. */
export async function expireOwnOrders(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner): Promise<void> {
  await inTx(ctx, (tx) => expireOrders(tx, owner))
  await expireHolding(ctx, owner)
}

/** One transaction each: a transaction posts once. */
async function expireHolding(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner | null): Promise<number> {
  const due = await findDueWithPart(ctx.db, ctx.now, owner)
  for (const name of due) await inTx(ctx, (tx) => expireOne(tx, name))
  return due.length
}

async function expireOne(ctx: Pick<TxCtx, 'db' | 'now'>, name: OrderName): Promise<void> {
  const order = await claimOneAsExpired(ctx.db, name, ctx.now)
  if (order) await giveBack(ctx, order)
}

/** What an order took when it was opened: its stock, and the balance's part of its price. */
async function giveBack(ctx: Pick<TxCtx, 'db' | 'now'>, order: OrderRow): Promise<void> {
  if (order.holdsStock && order.packageId !== null) await releaseStock(ctx, order.packageId)
  await releaseOfOrder(ctx, order)
}

/** The job, every minute. */
export async function expireDueOrders(ctx: JobCtx): Promise<void> {
  const count = (await inTx(ctx, (tx) => expireOrders(tx, null))) + (await expireHolding(ctx, null))
  if (count > 0) ctx.log.info({ count }, 'orders expired')
}

/** Gives up an open order, whose payment is given up before. Repeating it gets the same answer; a paid or expired order is refused. */
export function cancelOrder(ctx: Ctx<'user'>, { orderId }: { orderId: string }): Promise<{ state: 'cancelled' }> {
  const { owner } = ctx
  return inTx(ctx, async (tx) => {
    const cancelled = await claimAsCancelled(tx.db, owner, orderId, ctx.now)
    if (cancelled) {
      await giveBack(tx, cancelled)
      return { state: 'cancelled' }
    }
    const order = (await loadOwnOrder(tx.db, owner, orderId)) ?? fail('object.unknown')
    return order.state === 'cancelled' ? { state: 'cancelled' } : fail('order.closed')
  })
}

/** Clears the name and contact that a deleted account gave for an agency. */
export async function clearOrderDetails(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'orders.clear_details',
    text: `update orders set detail = '{}' where reseller_id = $1 and account_id = $2 and detail <> '{}'`,
    values: [resellerId, accountId],
  })
}
