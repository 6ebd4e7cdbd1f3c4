import { inTx, type Owner } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { emit } from '../events/emit.ts'
import { emitOnce, markReminded } from '../notices/reminders/marks.ts'
import { isDaytime } from '../notices/reminders/remind.ts'
import { markRenewedEarly } from '../subscriptions/auto-renewal.ts'
import { getSubscription } from '../subscriptions/subscription-store.ts'
import { aboutRenewal, findUsedUp, type EarlyRenewal } from './auto-renew-queries.ts'
import { openOrder, sellFromBalance } from './buy-package.ts'
import { expireOwnOrders } from './end-orders.ts'
import { loadPurchase } from './load-purchase.ts'
import { makeQuote } from './make-quote.ts'
import { QUICKER } from './new-order.ts'

/** The job of one user whose traffic has just been used up. */
export async function renewUsedUp(ctx: JobCtx, owner: Owner): Promise<void> {
  for (const renewal of await findUsedUp(ctx.db, ctx.now, owner)) await renewOne(ctx, renewal)
}

/** The job for everybody who could not be renewed before, or could not be told at night. */
export async function renewAllUsedUp(ctx: JobCtx): Promise<void> {
  for (const renewal of await findUsedUp(ctx.db, ctx.now, null)) {
    const { resellerId, accountId } = renewal
    // A failed renewal must not block the later ones.
    await renewOne(ctx, renewal).catch((err: unknown) => ctx.log.error({ err, resellerId, accountId }, 'not renewed'))
  }
}

/** Thrown to roll back a charge. */
const NO_LONGER_DUE = new Error('The renewal is no longer due')
const TOO_DEAR = new Error('The price has risen above the one agreed to')

async function renewOne(ctx: JobCtx, renewal: EarlyRenewal): Promise<void> {
  try {
    await charge(ctx, renewal)
  } catch (error) {
    if (error === NO_LONGER_DUE || error === QUICKER) return
    if (error !== TOO_DEAR && !(error instanceof Refusal)) throw error
    // With an open order the user is paying right now.
    const isPaying = error instanceof Refusal && (error.code === 'order.open' || error.code === 'order.price_changed')
    if (!isPaying) await tellFailure(ctx, renewal)
  }
}

/** M48. The locks are those of any purchase, so the mark of the day comes last; whoever was quicker has set it. */
async function charge(ctx: JobCtx, renewal: EarlyRenewal): Promise<void> {
  const { packageId, language, agreedFen } = renewal
  const wish = { action: 'renew' as const, packageId, period: 'month' as const, coupon: null }
  await expireOwnOrders(ctx, renewal)
  await inTx(ctx, async (tx) => {
    const { quoteId, totalFen } = await makeQuote({ ...tx, language }, renewal, wish)
    if (totalFen > agreedFen) throw TOO_DEAR
    const purchase = (await loadPurchase(tx, renewal, quoteId))!
    const opened = await openOrder(tx, renewal, purchase, { isPaidNow: true, detail: { early: 'traffic' } })
    // Check only now: a reset, a pack or another process may have come first, and opening the order waited for it.
    if ((await findUsedUp(tx.db, ctx.now, renewal)).length === 0) throw NO_LONGER_DUE
    await sellFromBalance(tx, opened, purchase)
    if (!(await markRenewedEarly(tx.db, renewal, ctx.now))) throw NO_LONGER_DUE
    // The mail below is the receipt.
    await markReminded(tx, renewal, { kind: 'receipt', mark: opened.order.id })
    const { expiresAt } = await getSubscription(tx, renewal)
    await emit(tx, 'renewal.done', { ...aboutRenewal(renewal, totalFen), endsAt: expiresAt!.toISOString() })
  })
}

/** Told once for the traffic of a month, by day. Money that comes later still renews. */
async function tellFailure(ctx: JobCtx, renewal: EarlyRenewal): Promise<void> {
  if (!isDaytime(ctx)) return
  const mark = `early:${renewal.nextResetAt?.toISOString() ?? ''}`
  const about = { ...aboutRenewal(renewal, renewal.agreedFen), endsAt: null, isStopped: false }
  await emitOnce(ctx, 'renewal.failed', about, mark)
}
