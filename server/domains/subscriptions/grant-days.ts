import { DAY_S } from '../../../contract/durations.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { loadPackage } from '../catalogue/get-package.ts'
import { emitAll } from '../events/emit.ts'
import { dropTrial } from './drop-trial.ts'
import type { PaidBy, Worth } from './piece.ts'
import { addLonger, startUntil, startWaiting } from './purchase.ts'
import { startedEvents } from './started-events.ts'
import { lockSubscription, saveSubscription } from './subscription-store.ts'
import {
  isSameKind,
  moveEnd,
  after,
  running,
  serviceState,
  type Clock,
  type Plan,
  type Subscription,
} from './subscription.ts'

/** What the platform received, and what paid it. */
export type Funds = { paid: Worth; by: PaidBy }
type Granted = { packageId: number; days: number; startsAtUse?: boolean }

/** Grants days of a plan that were paid for elsewhere, with the rules of `grantPackage`. */
export async function grantDays(
  ctx: Pick<Ctx, 'now' | 'config'> & { db: Tx },
  owner: Owner,
  { packageId, days, startsAtUse = false }: Granted,
  funds: Funds,
): Promise<Subscription> {
  const plan = await loadPackage(ctx.db, packageId)
  if (plan?.kind !== 'plan') fail('package.not_for_sale')
  const subscription = await dropTrial(ctx, await lockSubscription(ctx, owner))
  const state = serviceState(subscription, ctx.now)
  const isRunning = state === 'active' || state === 'paused'
  if (isRunning && !isSameKind(subscription, { packageId, period: 'month' })) fail('order.wrong_action')
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  const start = (from: Clock) => startDays(subscription, plan, days, funds, from)
  const started = () => (startsAtUse ? startWaiting(start, clock) : start(clock))
  const granted = isRunning ? addDays(subscription, days, funds, clock) : started()
  await saveSubscription(ctx, owner, granted)
  if (!isRunning) await emitAll(ctx, startedEvents(owner, granted))
  return granted
}

export function startDays(
  subscription: Subscription,
  plan: Plan,
  days: number,
  funds: Funds,
  clock: Clock,
): Subscription {
  return startUntil(subscription, { plan, period: 'month', ...funds }, after(clock.now, days * DAY_S), clock)
}

/** All its traffic is for its days, so these are its month. */
export function startTrial(
  subscription: Subscription,
  plan: Plan,
  days: number,
  funds: Funds,
  clock: Clock,
): Subscription {
  const endsAt = after(clock.now, days * DAY_S)
  return startUntil(subscription, { plan, period: 'month', ...funds }, endsAt, clock, endsAt)
}

/** While paused the bank grows. The worth of earlier payments stays. */
export function addDays(subscription: Subscription, days: number, funds: Funds, clock: Clock): Subscription {
  const { at, endsAt } = running(subscription, clock.now)
  return addLonger(subscription, moveEnd(subscription, after(endsAt ?? at, days * DAY_S), clock), funds, clock)
}
