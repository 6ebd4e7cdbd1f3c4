import { inTx, type TxCtx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { takeUntoldRises, takeUntoldStops } from '../catalogue/prices/untold-prices.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findRenewers, type StoppedOffer } from './auto-renew-queries.ts'
import { tellReseller } from './tell-reseller.ts'

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
    const words = { number: String(resellerId), packages: packageNames.join('、'), at: notBefore.toISOString() }
    await tellReseller(ctx, { resellerId, concerns: 'prices.write' }, 'wholesale_rises', words)
  }
}

/** One transaction, so that everybody is told once. */
async function tellStops(ctx: TxCtx): Promise<void> {
  const names = new Map<number, Set<string>>()
  for (const stop of await takeUntoldStops(ctx)) {
    names.set(stop.resellerId, (names.get(stop.resellerId) ?? new Set()).add(stop.packageName))
    await tellRenewers(ctx, stop)
  }
  for (const [resellerId, packages] of names) {
    const words = { number: String(resellerId), packages: [...packages].join('、') }
    await tellReseller(ctx, { resellerId, concerns: 'prices.write' }, 'offers_stopped', words)
  }
}

async function tellRenewers(ctx: TxCtx, stop: StoppedOffer & { packageName: string; packageNames: unknown }) {
  for (const renewer of await findRenewers(ctx.db, stop, ctx.now)) {
    const { resellerId, accountId, verifiedEmail: to, language, expiresAt } = renewer
    const name = inLanguage(stop.packageName, stop.packageNames, language)
    const params = { package: name, until: expiresAt.toISOString() }
    await queueMail(ctx, { resellerId, accountId, to, language, template: 'renew_stopped', params })
  }
}
