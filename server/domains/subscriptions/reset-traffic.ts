import { inTx, type Owner } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { addMonths, countMonths, keptDay } from '../../platform/text/calendar.ts'
import { lockSubscription, saveSubscription } from './subscription-store.ts'
import { monthGrant, packBytesLeft, serviceState, type Subscription } from './subscription.ts'

/** The job that gives every running plan its traffic for the next month. */
export async function resetDueTraffic(ctx: JobCtx): Promise<void> {
  for (const owner of await findDueResets(ctx.db, ctx.now)) {
    // A failed reset must not block the later ones.
    await resetOne(ctx, owner).catch((err: unknown) => ctx.log.error({ err, ...owner }, 'traffic not reset'))
  }
}

function resetOne(ctx: JobCtx, owner: Owner): Promise<void> {
  return inTx(ctx, async (tx) => {
    const subscription = await lockSubscription(tx, owner)
    const { nextResetAt } = subscription
    // A pause or another run came first.
    if (subscription.pausedAt || !nextResetAt || nextResetAt > ctx.now) return
    await saveSubscription(tx, owner, resetTraffic(subscription, ctx.now, ctx.config.businessTz))
  })
}

/** What was used beyond the plan came from the packs. An expired plan has no next month until it is renewed. */
export function resetTraffic(subscription: Subscription, now: Date, timeZone: string): Subscription {
  if (serviceState(subscription, now) !== 'active') return { ...subscription, nextResetAt: null }
  const packBytes = packBytesLeft(subscription)
  const dueAt = subscription.nextResetAt ?? now
  const resetDay = keptDay(dueAt, subscription.resetDay, timeZone)
  // More than one month if the server was off that long.
  const months = Math.max(1, countMonths(dueAt, new Date(now.getTime() + 1), timeZone, resetDay))
  const from = addMonths(dueAt, months - 1, timeZone, resetDay)
  const until = addMonths(dueAt, months, timeZone, resetDay)
  const planBytes = monthGrant(subscription.monthBytes, { from, until }, subscription.expiresAt ?? until)
  return { ...subscription, usedBytes: 0, packBytes, totalBytes: planBytes + packBytes, resetDay, nextResetAt: until }
}

/** A paused plan's month stands still, as its time does. */
function findDueResets(db: Db, now: Date): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'packages.due_resets',
    text: `select s.reseller_id, s.account_id
      from subscriptions s join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
      where s.next_reset_at <= $1 and a.paused_at is null order by s.next_reset_at limit 1000`,
    values: [now],
  })
}
