import { inTx, type TxCtx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { takeUntoldRises, takeUntoldStops } from '../catalogue/prices/untold-prices.ts'
import { emit, userOf } from '../events/emit.ts'
import { findRenewers } from './auto-renew-queries.ts'

/**
 * The job after a change of wholesale: tells resellers about a rise, and when that stopped an offer, tells its buyers
 * too.
 */
export async function tellPrices(ctx: JobCtx): Promise<void> {
  await inTx(ctx, tellRises)
  await inTx(ctx, tellStops)
}

async function tellRises(ctx: TxCtx): Promise<void> {
  for (const { resellerId, packageNames, notBefore } of await takeUntoldRises(ctx)) {
    const aside = { packages: packageNames.join('、') }
    await emit(ctx, 'prices.rise', { resellerId, from: notBefore.toISOString(), aside })
  }
}

/** One transaction, so that everybody is told once. */
async function tellStops(ctx: TxCtx): Promise<void> {
  const names = new Map<number, Set<string>>()
  for (const stop of await takeUntoldStops(ctx)) {
    names.set(stop.resellerId, (names.get(stop.resellerId) ?? new Set()).add(stop.packageName))
    const aside = { name: stop.packageName, names: stop.packageNames }
    for (const renewer of await findRenewers(ctx.db, stop, ctx.now))
      await emit(ctx, 'renewal.stopped', { ...userOf(renewer), endsAt: renewer.expiresAt.toISOString(), aside })
  }
  for (const [resellerId, packages] of names) {
    await emit(ctx, 'offers.stopped', { resellerId, aside: { packages: [...packages].join('、') } })
  }
}
