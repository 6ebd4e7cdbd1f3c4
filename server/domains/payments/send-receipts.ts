import type { Owner } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { userOf } from '../events/emit.ts'
import { notReminded } from '../notices/reminders/marks.ts'
import { REMINDED_AT_ONCE, remindAll } from '../notices/reminders/remind-all.ts'
import { isDaytime } from '../notices/reminders/remind.ts'

export const TOP_UP = { name: '充值', names: { 'zh-TW': '儲值', en: 'Top-up' } }

/** The job that sends receipts for money that went to the balance: top-ups, and payments that came too late. */
export async function sendTopUpReceipts(ctx: JobCtx): Promise<void> {
  if (isDaytime(ctx)) await remindAll(ctx, () => findCredited(ctx.db, ctx.now), 'receipt.due', receiptOf)
}

function receiptOf(paid: Credited) {
  const { amountFen, outTradeNo: number, paidAt, receiptText } = paid
  return { ...userOf(paid), number, amountFen, paidAt: paidAt.toISOString(), aside: { ...TOP_UP, text: receiptText } }
}

type Credited = Owner & { mark: string; outTradeNo: string; amountFen: number; paidAt: Date; receiptText: string }

/** Takes payments of the last day. A package has its receipt by its order. */
function findCredited(db: Db, now: Date): Promise<Credited[]> {
  return db.query<Credited>({
    name: 'payments.without_receipt',
    text: `select y.id::text as mark, y.reseller_id, a.id as account_id, y.out_trade_no, y.amount_fen, y.paid_at,
                  coalesce(r.receipt_text, '') as receipt_text
             from payments y
             join resellers r on r.id = y.reseller_id
             join accounts a on a.reseller_id = y.reseller_id and a.id = y.account_id
            where y.paid_at > $1::timestamptz - interval '1 day' and y.state = 'paid' and y.credited_to = 'balance'
              and a.deleted_at is null
              and ${notReminded('y', 'receipt', 'y.id::text')}
            order by y.paid_at, y.id limit ${REMINDED_AT_ONCE}`,
    values: [now],
  })
}
