import { HOUR_MS } from '../../../contract/durations.ts'
import { formatFen } from '../../../contract/money.ts'
import { hasMail } from '../../config.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { loadGoods } from '../orders/goods.ts'
import { loadReceiptText } from '../resellers/receipt-text.ts'
import { dueFen, loadPaymentByNumber } from './queries.ts'
import { TOP_UP } from './send-receipts.ts'

/** Enough to lose a mail and find it in the wrong folder. */
const MAILS: Limit = { name: 'receipt-mail', points: 5, windowMs: HOUR_MS }

/** Mails the receipt of an own payment again, only ever to the address that its user has proved. */
export async function mailReceipt(ctx: Ctx<'user'>, { out_trade_no }: { out_trade_no: string }): Promise<object> {
  const { owner, language } = ctx
  const { resellerId, accountId } = owner
  const payment = await loadPaymentByNumber(ctx.db, out_trade_no)
  if (!payment || payment.resellerId !== resellerId || payment.accountId !== accountId) return fail('object.unknown')
  if (payment.paidAt === null) return fail('object.unknown')
  if (!hasMail(ctx.config)) return fail('email.off')
  const to = (await loadVerifiedEmail(ctx.db, resellerId, accountId)) ?? fail('email.not_bound')
  await takeOne(ctx, MAILS, `${resellerId}:${accountId}`)
  const goods = await loadGoods(ctx, resellerId, payment.orderId === null ? [] : [payment.orderId])
  const what = goods.get(payment.orderId ?? '') ?? inLanguage(TOP_UP.name, TOP_UP.names, language)
  const text = await loadReceiptText(ctx.db, resellerId)
  const paid = { amount: `¥${formatFen(dueFen(payment))}`, number: out_trade_no, at: payment.paidAt.toISOString() }
  const params = { what, ...paid, text }
  await queueMail(ctx, { resellerId, accountId, to, template: 'receipt', language, params })
  return {}
}

async function loadVerifiedEmail(db: Queryable, resellerId: number, accountId: number): Promise<string | null> {
  const rows = await db.query<{ email: string | null }>({
    name: 'payments.verified_email',
    text: `select email from accounts where reseller_id = $1 and id = $2 and email_verified_at is not null and deleted_at is null`,
    values: [resellerId, accountId],
  })
  return rows[0]?.email ?? null
}
