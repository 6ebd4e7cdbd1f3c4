import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { isSameKind } from './grant-package.ts'
import { lockSubscription } from './load-subscription.ts'
import { worthLeft } from './proration.ts'
import { startPackage, withBasis } from './purchase.ts'
import { loadPackage, type Owner } from './queries.ts'
import { saveSubscription } from './save-subscription.ts'
import { after, serviceState, type Plan, type Subscription } from './subscription.ts'

type Clock = { now: Date; timeZone: string }
type Granted = { packageId: number; days: number }

const DAY_S = 86_400
const UNPAID = { paidFen: 0, wholesaleFen: 0 }

/** Some days of a plan that were paid for elsewhere, with the rules of `grantPackage`. */
export async function grantDays(
  ctx: Pick<Ctx, 'now' | 'config'> & { db: Tx },
  owner: Owner,
  { packageId, days }: Granted,
): Promise<Subscription> {
  const plan = await loadPackage(ctx.db, packageId)
  if (plan?.kind !== 'plan') fail('package.not_for_sale')
  const subscription = await lockSubscription(ctx, owner)
  const state = serviceState(subscription, ctx.now)
  const isRunning = state === 'active' || state === 'paused'
  if (isRunning && !isSameKind(subscription, { packageId, period: 'month' })) fail('order.wrong_action')
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  const granted = isRunning ? addDays(subscription, days, clock) : startDays(subscription, plan, days, clock)
  await saveSubscription(ctx, owner, granted)
  return granted
}

function startDays(subscription: Subscription, plan: Plan, days: number, clock: Clock): Subscription {
  const started = startPackage(subscription, { plan, period: 'month', paid: UNPAID }, clock)
  return withBasis({ ...started, expiresAt: after(clock.now, days * DAY_S) }, UNPAID, clock)
}

/** Paused, the bank grows. The worth of what was paid before stays what it is. */
function addDays(subscription: Subscription, days: number, clock: Clock): Subscription {
  const worth = worthLeft(subscription, clock.now, clock.timeZone)
  const { pausedAt, bankedSeconds, expiresAt } = subscription
  const longer = pausedAt
    ? { ...subscription, bankedSeconds: bankedSeconds + days * DAY_S }
    : { ...subscription, expiresAt: after(expiresAt ?? clock.now, days * DAY_S) }
  return withBasis(longer, worth, clock)
}
