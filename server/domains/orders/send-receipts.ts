import type { Owner } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { userOf } from '../events/emit.ts'
import { notReminded } from '../notices/reminders/marks.ts'
import { REMINDED_AT_ONCE, remindAll } from '../notices/reminders/remind-all.ts'
import { isDaytime } from '../notices/reminders/remind.ts'

/** The job that sends receipts; those of the night come in the morning. */
export async function sendReceipts(ctx: JobCtx): Promise<void> {
  if (isDaytime(ctx)) await remindAll(ctx, () => findPaid(ctx.db, ctx.now), 'receipt.due', receiptOf)
}

function receiptOf(order: PaidOrder) {
  const {
    mark: number,
    totalFen: amountFen,
    settledAt,
    packageName: name,
    packageNames: names,
    receiptText: text,
  } = order
  return { ...userOf(order), number, amountFen, paidAt: settledAt.toISOString(), aside: { name, names, text } }
}

type PaidOrder = Owner & {
  mark: string
  totalFen: number
  settledAt: Date
  packageName: string
  packageNames: unknown
  receiptText: string
}

/** What users paid in the last day without a receipt. What a reseller sold by hand was paid to the reseller. */
function findPaid(db: Db, now: Date): Promise<PaidOrder[]> {
  return db.query<PaidOrder>({
    name: 'orders.without_receipt',
    text: `select o.id::text as mark, o.reseller_id, o.account_id, o.total_fen, o.settled_at, p.name as package_name, p.names as package_names,
                  coalesce(r.receipt_text, '') as receipt_text
             from orders o
             join resellers r on r.id = o.reseller_id
             join accounts a on a.reseller_id = o.reseller_id and a.id = o.account_id
             join packages p on p.id = o.package_id
            where o.created_at > $1::timestamptz - interval '2 days' and o.settled_at > $1::timestamptz - interval '1 day'
              and o.state = 'paid' and o.total_fen > 0 and o.paid_by <> 'reseller' and a.deleted_at is null
              and ${notReminded('o', 'receipt', 'o.id::text')}
            order by o.settled_at, o.id limit ${REMINDED_AT_ONCE}`,
    values: [now],
  })
}
