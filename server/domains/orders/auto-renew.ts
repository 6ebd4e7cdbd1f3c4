import { limits } from '../../../contract/limits.ts'
import { inTx } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { getOffer } from '../catalogue/get-package.ts'
import { emit } from '../events/emit.ts'
import { emitOnce, markReminded } from '../notices/reminders/marks.ts'
import { isDaytime } from '../notices/reminders/remind.ts'
import { markRenewFailed, markRenewTold } from '../subscriptions/auto-renewal.ts'
import { getSubscription } from '../subscriptions/subscription-store.ts'
import { aboutRenewal, findRenewals, isStillDue, RENEWALS_AT_ONCE, type Renewal } from './auto-renew-queries.ts'
import { openOrder, sellFromBalance } from './buy-package.ts'
import { expireOwnOrders } from './end-orders.ts'
import { loadPurchase } from './load-purchase.ts'
import { makeQuote, priceOrder } from './make-quote.ts'
import { QUICKER } from './new-order.ts'

/** The job that renews from the balance: tells three days before the end, charges one day before, tells again. */
export function autoRenewDue(ctx: JobCtx): Promise<void> {
  return renewUntil(ctx, new Date(ctx.now.getTime() + limits.renewTellMs), () => true)
}

/** The job for what ends right now: a lower package begins at the end, and nobody should wait for the slower job. */
export function changeEnded(ctx: JobCtx): Promise<void> {
  return renewUntil(ctx, ctx.now, (renewal) => !isFailureTold(renewal))
}

async function renewUntil(ctx: JobCtx, until: Date, isWanted: (renewal: Renewal) => boolean): Promise<void> {
  for (let found: Renewal[] = [], last: Renewal | null = null; ; last = found.at(-1) ?? null) {
    found = await findRenewals(ctx.db, ctx.now, until, last)
    for (const renewal of found.filter(isWanted)) {
      const { resellerId, accountId } = renewal
      // A failed renewal must not block the later ones.
      await renewOne(ctx, renewal).catch((err: unknown) => ctx.log.error({ err, resellerId, accountId }, 'not renewed'))
    }
    if (found.length < RENEWALS_AT_ONCE) return
  }
}

/** Thrown to roll back a charge. */
const NO_LONGER_DUE = new Error('The renewal is no longer due')

async function renewOne(ctx: JobCtx, renewal: Renewal): Promise<void> {
  try {
    const totalFen = await priceOf(ctx, renewal)
    const isTold = renewal.renewToldFor?.getTime() === renewal.expiresAt.getTime()
    // Never charge more than was announced: announce a higher price again, and let a later run charge it.
    if (!isTold || totalFen > (renewal.renewToldFen ?? 0)) return await tell(ctx, renewal, totalFen)
    if (chargedAt(ctx, renewal) <= ctx.now) await charge(ctx, renewal)
  } catch (error) {
    if (error === NO_LONGER_DUE || error === QUICKER) return
    if (!(error instanceof Refusal)) throw error
    // With an open order the user is paying right now; a price that just changed is for the next run.
    if (error.code !== 'order.open' && error.code !== 'order.price_changed')
      await tellFailure(ctx, renewal, error.code === 'package.not_for_sale')
  }
}

function wishOf({ packageId, period, isChange }: Renewal) {
  return { action: isChange ? ('new' as const) : ('renew' as const), packageId, period, coupon: null }
}

function chargedAt({ now }: JobCtx, { expiresAt, isChange }: Renewal): Date {
  const dueMs = expiresAt.getTime() - (isChange ? 0 : limits.renewChargeMs)
  return new Date(Math.max(now.getTime(), dueMs))
}

/**
 * The price of the moment when it is charged: a special one may begin or end until then. Before the end a change cannot be
 * ordered yet, only announced.
 */
async function priceOf(ctx: JobCtx, renewal: Renewal): Promise<number> {
  const then = { ...ctx, now: chargedAt(ctx, renewal) }
  if (renewal.isChange && renewal.expiresAt > ctx.now) return (await getOffer(then, renewal)).retailFen
  return (await priceOrder(then, renewal, wishOf(renewal))).totalFen
}

const isFailureTold = ({ renewFailedFor, expiresAt }: Renewal) => renewFailedFor?.getTime() === expiresAt.getTime()

function tell(ctx: JobCtx, renewal: Renewal, totalFen: number): Promise<void> {
  return inTx(ctx, async (tx) => {
    await markRenewTold(tx.db, renewal, totalFen)
    await emit(tx, 'renewal.planned', aboutOf(renewal, totalFen, renewal.expiresAt))
  })
}

async function charge(ctx: JobCtx, renewal: Renewal): Promise<void> {
  await expireOwnOrders(ctx, renewal)
  await inTx(ctx, async (tx) => {
    const { quoteId, totalFen } = await makeQuote({ ...tx, language: renewal.language }, renewal, wishOf(renewal))
    // If the price has risen since it was read, announce it again first.
    if (totalFen > (renewal.renewToldFen ?? 0)) throw NO_LONGER_DUE
    const purchase = await loadPurchase(tx, renewal, quoteId)
    const opened = await openOrder(tx, renewal, purchase!, { isPaidNow: true })
    // Check only now: if the user renews by hand at this moment, opening the order waited until that renewal ended.
    if (!(await isStillDue(tx.db, ctx.now, renewal))) throw NO_LONGER_DUE
    await sellFromBalance(tx, opened, purchase!)
    // The mail below is the receipt.
    await markReminded(tx, renewal, { kind: 'receipt', mark: opened.order.id })
    const { expiresAt } = await getSubscription(tx, renewal)
    await emit(tx, 'renewal.done', aboutOf(renewal, totalFen, expiresAt!))
  })
}

/** Told once per end of a package, by day; the charge is tried again until then. */
async function tellFailure(ctx: JobCtx, renewal: Renewal, isStopped: boolean): Promise<void> {
  if (isFailureTold(renewal) || !isDaytime(ctx)) return
  await inTx(ctx, async (tx) => {
    await markRenewFailed(tx.db, renewal)
    const about = aboutOf(renewal, renewal.renewToldFen ?? 0, renewal.expiresAt)
    await emitOnce(tx, 'renewal.failed', { ...about, isStopped }, about.endsAt)
  })
}

function aboutOf(renewal: Renewal, amountFen: number, ends: Date) {
  return { ...aboutRenewal(renewal, amountFen), endsAt: ends.toISOString() }
}
