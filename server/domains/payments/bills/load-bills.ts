import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../contract/durations.ts'
import { inTx } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/errors.ts'
import { addJob, type JobCtx } from '../../../platform/jobs/jobs.ts'
import { GatewayTrouble, makeGatewayTime } from '../gateways/gateway.ts'
import { askingOf } from '../gateways/open-gateway.ts'
import { providers } from '../gateways/providers.ts'
import { findAllMerchants, loadMerchant, openMerchant } from '../merchants/merchant.ts'
import { hasBill } from './bill-queries.ts'
import { takeBill } from './take-bill.ts'

/** Providers write the bill of a day in the morning after it; one more is for a server that was off. */
const BACK_DAYS = [1, 2]
/** A bill of ten megabytes takes longer than a question. */
const LOAD_MS = MINUTE_MS

/** Several times each morning: a job for every day of a merchant that has no bill yet. */
export async function askForBills(ctx: JobCtx): Promise<void> {
  for (const merchant of await findAllMerchants(ctx.db)) {
    const { bill } = providers[merchant.provider]
    if (merchant.disabledAt !== null || !bill?.loadBill) continue
    for (const back of BACK_DAYS) {
      const day = dayBefore(ctx.now, bill.aheadHours, back)
      if (merchant.createdAt > ctx.now || (await hasBill(ctx.db, merchant.id, day))) continue
      const options = { key: `bill:${merchant.id}:${day}`, maxAttempts: 1 }
      await inTx(ctx, (tx) => addJob(tx.db, 'payments.load_bill', { merchantId: merchant.id, day }, options))
    }
  }
}

export async function loadBill(ctx: JobCtx, { merchantId, day }: { merchantId: string; day: string }): Promise<void> {
  const merchant = await loadMerchant(ctx.db, merchantId)
  const bill = merchant && providers[merchant.provider].bill
  if (!merchant || !bill?.loadBill) return
  try {
    const asking = askingOf(ctx, merchant, makeGatewayTime(LOAD_MS))
    const lines = await bill.loadBill(openMerchant(ctx, merchant), asking, day)
    if (lines) await takeBill(ctx, { merchant, day, aheadHours: bill.aheadHours, lines }, 'job')
  } catch (error) {
    // Asked again within the hour; an account without the right to the call never gets one.
    if (!(error instanceof GatewayTrouble || error instanceof Refusal)) throw error
    ctx.log.warn({ merchant: merchant.id, day, trouble: error.message }, 'no bill')
  }
}

function dayBefore(now: Date, aheadHours: number, days: number): string {
  return new Date(now.getTime() + aheadHours * HOUR_MS - days * DAY_MS).toISOString().slice(0, 10)
}
