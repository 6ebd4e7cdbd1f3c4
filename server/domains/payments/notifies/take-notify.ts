import type { Selectable } from 'kysely'

import { raiseAlert } from '../../../platform/alerts.ts'
import { GatewayTrouble } from '../gateways/gateway.ts'
import { openGateway } from '../gateways/open-gateway.ts'
import { lookAtPayment } from '../look-at-payment.ts'
import { isMerchantId, openMerchant, type Merchant } from '../merchants/merchant.ts'
import { loadMerchant } from '../merchants/queries.ts'
import { loadPaymentByNumber, type PaymentRow } from '../queries.ts'
import type { SettleCtx } from '../settle-payment.ts'
import { type Notify, readAlipayNotify, readEpayNotify } from './read-notify.ts'
import type { Queryable } from '../../../platform/db.ts'
import type { NotifyInbox } from '../../../platform/db-types.ts'

type Incoming = { provider: Merchant['provider']; merchantId: string; text: string }

const TAKEN: readonly Verdict[] = ['settled', 'repeated', 'refund', 'ignored']

/**
 * A notify is a hint: verified with the merchant's own key, written down, and then the gateway itself is asked. True, and
 * only then "success", once everything that follows from it is committed.
 */
export async function takeNotify(ctx: SettleCtx, { provider, merchantId, text }: Incoming): Promise<boolean> {
  const merchant = isMerchantId(merchantId) ? await loadMerchant(ctx.db, merchantId) : null
  if (!merchant || merchant.provider !== provider) return false
  const opened = openMerchant(ctx, merchant)
  const notify = provider === 'alipay' ? await readAlipayNotify(opened, text) : readEpayNotify(opened, text)
  if (!notify) return false
  const found = await loadPaymentByNumber(ctx.db, notify.outTradeNo)
  // The order's own merchant: another one's signature proves nothing about it.
  const payment = found?.merchantId === merchant.id ? found : null
  const { notifyKey } = notify
  const received = { merchantId, notifyKey, paymentId: payment?.id ?? null, body: text, now: ctx.now }
  const inboxId = await recordNotify(ctx.db, received)
  const verdict = payment ? await judge(ctx, merchant, payment, notify) : await alertUnknown(ctx, merchant)
  await keepVerdict(ctx.db, inboxId, verdict)
  return TAKEN.includes(verdict)
}

async function judge(ctx: SettleCtx, merchant: Merchant, payment: PaymentRow, notify: Notify): Promise<Verdict> {
  const wrong = notify.wrongField ?? (notify.amountFen === payment.amountFen ? null : 'amount')
  if (wrong) return alertMismatch(ctx, payment, wrong)
  if (notify.says === 'refund') return takeRefundNotify(ctx, payment)
  if (notify.says === 'nothing') return 'ignored'
  if (payment.paidAt !== null) {
    return payment.tradeNo === notify.tradeNo ? 'repeated' : alertMismatch(ctx, payment, 'trade_no')
  }
  try {
    const look = await lookAtPayment(ctx, payment, openGateway(ctx, merchant))
    if (look === 'settled' || look === 'repeated' || look === 'mismatch') return look
    // The gateway does not confirm what the notify says: unless it only says "closed", it shall come again.
    return notify.says === 'closed' ? 'ignored' : 'unconfirmed'
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ payment: payment.id, trouble: error.message }, 'a notify could not be confirmed')
    return 'unconfirmed'
  }
}

/** Ours are booked when they are made. One that nobody here asked for is for an operator. */
async function takeRefundNotify(ctx: SettleCtx, payment: PaymentRow): Promise<'refund'> {
  if (payment.refundAskedFen > 0) return 'refund'
  const { id, resellerId, outTradeNo } = payment
  const alert = {
    resellerId,
    kind: 'payment.refunded_outside' as const,
    subject: `payment:${id}`,
    detail: { outTradeNo },
  }
  await raiseAlert(ctx.db, alert, ctx.now)
  return 'refund'
}

async function alertMismatch(ctx: SettleCtx, payment: PaymentRow, what: string): Promise<'mismatch'> {
  const { id, resellerId, outTradeNo } = payment
  const detail = { what, outTradeNo }
  await raiseAlert(ctx.db, { resellerId, kind: 'payment.mismatch', subject: `payment:${id}`, detail }, ctx.now)
  return 'mismatch'
}

/** One alert per merchant: its account may serve another shop too. */
async function alertUnknown(ctx: SettleCtx, { id, resellerId }: Merchant): Promise<'unknown'> {
  await raiseAlert(ctx.db, { resellerId, kind: 'payment.unknown_order', subject: `merchant:${id}` }, ctx.now)
  return 'unknown'
}

type Verdict = Selectable<NotifyInbox>['verdict']
type Received = { merchantId: string; notifyKey: string; paymentId: string | null; body: string; now: Date }

/** Writes a notify down, or counts one that came before. */
async function recordNotify(db: Queryable, received: Received): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: 'notifies.record',
    text: `insert into notify_inbox (merchant_id, notify_key, payment_id, body, received_at) values ($1, $2, $3, $4, $5)
      on conflict (merchant_id, notify_key) do update set times = notify_inbox.times + 1 returning id`,
    values: [received.merchantId, received.notifyKey, received.paymentId, received.body, received.now],
  })
  return rows[0]!.id
}

/** The verdict that settled it stays when it comes again. */
async function keepVerdict(db: Queryable, id: number, verdict: Verdict): Promise<void> {
  await db.query({
    name: 'notifies.verdict',
    text: `update notify_inbox set verdict = $2 where id = $1 and verdict <> 'settled'`,
    values: [id, verdict],
  })
}
