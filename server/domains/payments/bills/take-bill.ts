import { DAY_MS, HOUR_MS } from '../../../../contract/durations.ts'
import { inTx, type TxCtx } from '../../../platform/context.ts'
import { readDay } from '../../../platform/text/business-day.ts'
import { closeAlert, raiseAlert } from '../../alerts/alerts.ts'
import { actorName, writeAudit, type AuditActor } from '../../audit/audit.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { type SettleCtx } from '../settle-payment.ts'
import { type BillLine, refuseBill } from './bill-line.ts'
import { findOpenRows, saveBill, saveLines, saveMissing, settleRows } from './bill-queries.ts'
import { differenceOf } from './difference.ts'

type Taken = { paid: number; refunds: number; others: number; differences: number }
type Read = { merchant: Merchant; day: string; aheadHours: number; lines: readonly BillLine[] }

/** Compares the bill of a day, and keeps what it says. Nothing is credited by this. */
export async function takeBill(ctx: SettleCtx, read: Read, actor: AuditActor): Promise<Taken> {
  const { merchant, day, aheadHours, lines } = read
  const from = new Date(readDay(day)! * DAY_MS - aheadHours * HOUR_MS)
  const within = { from, until: new Date(from.getTime() + DAY_MS), aheadHours }
  const own = lines.filter(({ outTradeNo }) => outTradeNo === null || isOurNumber(outTradeNo))
  // A refund is named by the day of its payment at some providers: any day is right for it.
  const kept = own.filter(({ kind, at }) => kind === 'refund' || (at >= within.from && at < within.until))
  if (lines.length > 0 && !lines.some(({ at }) => at >= within.from && at < within.until)) refuseBill('bill.other_day')
  const { id: merchantId, ownerKey } = merchant
  const ofDay = { merchantId, ownerKey, day }
  return inTx(ctx, async (tx) => {
    await saveBill(tx.db, { ...ofDay, lines: kept.length, readBy: actorName(actor) }, ctx.now)
    await saveLines(tx.db, ofDay, kept, ctx.now)
    await saveMissing(tx.db, ofDay, within, ctx.now)
    const differences = await settleAgreed(tx, merchant, day)
    const detail = { id: merchantId, at: day, lines: kept.length, count: differences }
    const entry = {
      resellerId: merchant.resellerId,
      actor,
      action: 'payment.bill_read',
      subject: `merchant:${merchantId}`,
    }
    await writeAudit(tx.db, { ...entry, detail }, ctx.now)
    const paid = kept.filter(({ kind }) => kind === 'paid').length
    return { paid, refunds: kept.length - paid, others: lines.length - own.length, differences }
  })
}

/** Payments are numbered by their day and a random name: others of the same account are no business of ours. */
function isOurNumber(outTradeNo: string): boolean {
  return /^20\d{6}[A-Za-z0-9]{24}$/.test(outTradeNo)
}

/** Settles what agrees by now, and tells staff of what does not. Returns how much that is. */
async function settleAgreed(ctx: TxCtx, merchant: Merchant, day: string): Promise<number> {
  const { id, ownerKey, resellerId, name } = merchant
  const rows = await findOpenRows(ctx.db, { ownerKey, merchantId: id, limit: Number.MAX_SAFE_INTEGER })
  const agreed = rows.filter((row) => differenceOf(row) === null)
  await settleRows(
    ctx.db,
    agreed.map((row) => row.id),
    ctx.now,
  )
  const count = rows.length - agreed.length
  const alert = { kind: 'payment.bill_differs', subject: `merchant:${id}` } as const
  if (count === 0) await closeAlert(ctx.db, alert, ctx.now)
  // Operators have nothing to do with a reseller's own money: its staff see the number above their payments.
  else if (resellerId === null)
    await raiseAlert(ctx.db, { resellerId, ...alert, detail: { merchantName: name, count, day } }, ctx.now)
  return count
}
