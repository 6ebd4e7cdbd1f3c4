import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import { emitAll } from '../events/emit.ts'
import { startedEvents } from './started-events.ts'
import { lockSubscription, saveSubscription } from './subscription-store.ts'
import { waitsUntil, type Subscription } from './subscription.ts'

/** Lets a package that waits for its first byte begin at that byte. Nothing happens if it has begun or is paused. */
export function beginPackage(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner, firstAt: Date): Promise<void> {
  return inTx(ctx, async (tx) => {
    const subscription = await lockSubscription(tx, owner)
    const startsBy = waitsUntil(subscription, ctx.now)
    if (!startsBy || subscription.pausedAt) return
    const begun = beginAt(subscription, startsBy, firstAt)
    await saveSubscription(tx, owner, begun)
    await emitAll(tx, startedEvents(owner, begun))
  })
}

/** The length stays; end and reset come as much earlier as the beginning. Their days of the month follow. */
function beginAt(subscription: Subscription, startsBy: Date, firstAt: Date): Subscription {
  const { expiresAt, nextResetAt } = subscription
  const earlierMs = startsBy.getTime() - firstAt.getTime()
  const move = (at: Date | null) => at && new Date(at.getTime() - earlierMs)
  const days = { expiryDay: null, resetDay: null }
  return { ...subscription, ...days, expiresAt: move(expiresAt), nextResetAt: move(nextResetAt), startsBy: null }
}
