import type { Selectable } from 'kysely'

import type { Provider } from '../../../../contract/providers.ts'
import type { NotifyInbox } from '../../../platform/db/db-types.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { lookAtPayment } from '../check-payment.ts'
import { GatewayTrouble } from '../gateways/gateway.ts'
import { openGateway } from '../gateways/open-gateway.ts'
import type { Notify, Told } from '../gateways/provider.ts'
import { providers } from '../gateways/providers.ts'
import { isMerchantId, openMerchant, type Merchant, loadMerchant } from '../merchants/merchant.ts'
import { loadPaymentByNumber, type PaymentRow } from '../queries.ts'
import type { SettleCtx } from '../settle-payment.ts'

type Incoming = Told & { provider: Provider; merchantId: string }

const TAKEN: readonly Verdict[] = ['settled', 'repeated', 'refund', 'ignored']

/**
 * A notify is only a hint: verify it with the merchant's own key, record it, then ask the gateway itself. Returns true
 * (answered "success") only once everything that follows from it is committed.
 */
export async function takeNotify(ctx: SettleCtx, { provider, merchantId, ...told }: Incoming): Promise<boolean> {
  const merchant = isMerchantId(merchantId) ? await loadMerchant(ctx.db, merchantId) : null
  if (!merchant || merchant.provider !== provider) return false
  const opened = openMerchant(ctx, merchant)
  const notify = await providers[provider].notify.read(opened, told)
  if (!notify) return false
  const found = await loadPaymentByNumber(ctx.db, notify.outTradeNo)
  // Only the order's own merchant counts: another merchant's signature proves nothing about it.
  const payment = found?.merchantId === merchant.id ? found : null
  const { notifyKey } = notify
  const received = { merchantId, notifyKey, paymentId: payment?.id ?? null, body: told.text, now: ctx.now }
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
    // The gateway does not confirm the notify. Let it come again, unless it only says "closed".
    return notify.says === 'closed' ? 'ignored' : 'unconfirmed'
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ payment: payment.id, trouble: error.message }, 'a notify could not be confirmed')
    return 'unconfirmed'
  }
}

/** Our own refunds are booked when they are made. A refund that we did not ask for goes to an operator. */
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

/** Only one alert per merchant, because its account may serve another shop too. */
async function alertUnknown(ctx: SettleCtx, { id, resellerId }: Merchant): Promise<'unknown'> {
  await raiseAlert(ctx.db, { resellerId, kind: 'payment.unknown_order', subject: `merchant:${id}` }, ctx.now)
  return 'unknown'
}

type Verdict = Selectable<NotifyInbox>['verdict']
type Received = { merchantId: string; notifyKey: string; paymentId: string | null; body: string; now: Date }

/** Records a notify, or counts a repeated one. */
async function recordNotify(db: Queryable, received: Received): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: 'notifies.record',
    text: `insert into notify_inbox (merchant_id, notify_key, payment_id, body, received_at) values ($1, $2, $3, $4, $5)
      on conflict (merchant_id, notify_key) do update set times = notify_inbox.times + 1 returning id`,
    values: [received.merchantId, received.notifyKey, received.paymentId, received.body, received.now],
  })
  return rows[0]!.id
}

/** When a notify comes again, the verdict that settled it stays. */
async function keepVerdict(db: Queryable, id: number, verdict: Verdict): Promise<void> {
  await db.query({
    name: 'notifies.verdict',
    text: `update notify_inbox set verdict = $2 where id = $1 and verdict <> 'settled'`,
    values: [id, verdict],
  })
}
