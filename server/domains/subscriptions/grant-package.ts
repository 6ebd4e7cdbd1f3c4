import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { loadPackage } from '../catalogue/get-package.ts'
import type { Period } from '../catalogue/period.ts'
import { emitAll } from '../events/emit.ts'
import { dropTrial } from './drop-trial.ts'
import type { Funds } from './grant-days.ts'
import { addPack, renewPackage, startPackage, startWaiting } from './purchase.ts'
import { startedEvents } from './started-events.ts'
import { lockSubscription, saveSubscription } from './subscription-store.ts'
import { isSameKind, serviceState, type Subscription } from './subscription.ts'

type GrantCtx = Pick<Ctx, 'now' | 'config'> & { db: Tx }

/**
 * Grants a package that was paid for elsewhere, for example by a card key: new, or longer when the user has the same
 * one. Refused while another package runs.
 */
export async function grantPackage(
  ctx: GrantCtx,
  owner: Owner,
  input: { packageId: number; period: Period; startsAtUse?: boolean },
  funds: Funds,
): Promise<Subscription> {
  const plan = await loadPackage(ctx.db, input.packageId)
  if (plan?.kind !== 'plan') fail('package.not_for_sale')
  const subscription = await dropTrial(ctx, await lockSubscription(ctx, owner))
  const state = serviceState(subscription, ctx.now)
  const isRunning = state === 'active' || state === 'paused'
  if (isRunning && !isSameKind(subscription, input)) fail('order.wrong_action')
  const purchase = { plan, period: input.period, ...funds }
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  const granted =
    input.startsAtUse && !isRunning
      ? startWaiting((later) => startPackage(subscription, purchase, later), clock)
      : renewPackage(subscription, purchase, clock)
  await saveSubscription(ctx, owner, granted)
  if (!isRunning) await emitAll(ctx, startedEvents(owner, granted))
  return granted
}

/** Grants traffic on top of the plan, kept until used. Refused without a package to use it with. */
export async function grantPack(ctx: GrantCtx, owner: Owner, bytes: number, funds: Funds): Promise<Subscription> {
  const subscription = await lockSubscription(ctx, owner)
  if (subscription.packageId === null) fail('order.wrong_action')
  const granted = addPack(subscription, bytes, { ...funds, packageId: null })
  await saveSubscription(ctx, owner, granted)
  return granted
}
