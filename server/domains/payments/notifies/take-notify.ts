import type { Selectable } from 'kysely'

import { limits } from '../../../../contract/limits.ts'
import type { NotifyInbox } from '../../../platform/db/db-types.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { findUnstorable } from '../../../platform/http/storable-text.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { lookAtPayment } from '../check-payment.ts'
import { openAlipaySdk } from '../gateways/alipay-gateway.ts'
import { isSignedEpay } from '../gateways/epay-gateway.ts'
import { GatewayTrouble, parseYuan } from '../gateways/gateway.ts'
import { openGateway } from '../gateways/open-gateway.ts'
import { isMerchantId, openMerchant, type Merchant, type OpenMerchant, loadMerchant } from '../merchants/merchant.ts'
import { loadPaymentByNumber, type PaymentRow } from '../queries.ts'
import type { SettleCtx } from '../settle-payment.ts'

type Incoming = { provider: Merchant['provider']; merchantId: string; text: string }

const TAKEN: readonly Verdict[] = ['settled', 'repeated', 'refund', 'ignored']

/**
 * A notify is only a hint: verify it with the merchant's own key, record it, then ask the gateway itself. Returns true
 * (answered "success") only once everything that follows from it is committed.
 */
export async function takeNotify(ctx: SettleCtx, { provider, merchantId, text }: Incoming): Promise<boolean> {
  const merchant = isMerchantId(merchantId) ? await loadMerchant(ctx.db, merchantId) : null
  if (!merchant || merchant.provider !== provider) return false
  const opened = openMerchant(ctx, merchant)
  const notify = provider === 'alipay' ? await readAlipayNotify(opened, text) : readEpayNotify(opened, text)
  if (!notify) return false
  const found = await loadPaymentByNumber(ctx.db, notify.outTradeNo)
  // Only the order's own merchant counts: another merchant's signature proves nothing about it.
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

/** What a validly signed notify says, for every provider. */
type Notify = {
  /** Stays the same when the notify is sent again. */
  notifyKey: string
  outTradeNo: string
  tradeNo: string
  amountFen: number | null
  says: 'paid' | 'refund' | 'closed' | 'nothing'
  /** The field that does not fit this merchant, although the notify itself is valid. */
  wrongField: string | null
}

/**
 * Null when a field occurs twice: a reader of the first and a reader of the last would see two different notifies. Also
 * null when a value cannot be stored, such as a zero byte: none of our gateways writes that.
 */
function readForm(text: string): Record<string, string> | null {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) return null
    fields[name] = value
  }
  return findUnstorable(fields) === null ? { ...fields } : null
}

/** Null unless this merchant's gateway signed exactly this text. */
async function readAlipayNotify(merchant: OpenMerchant, body: string): Promise<Notify | null> {
  const fields = readForm(body)
  // The SDK verifies with the type that the notify names; RSA would mean SHA-1.
  if (!fields || fields['sign_type'] !== 'RSA2' || !fields['sign']) return null
  const sdk = await openAlipaySdk(merchant, limits.gatewayTimeoutMs, merchant.gatewayUrl)
  // Do not use version 1: it decodes twice, and throws on a percent sign.
  if (!sdk.checkNotifySignV2(fields)) return null
  return {
    notifyKey: (fields['notify_id'] || sha256(body).toString('hex')).slice(0, 128),
    outTradeNo: fields['out_trade_no'] ?? '',
    tradeNo: fields['trade_no'] ?? '',
    amountFen: parseYuan(fields['total_amount']),
    says: whatItSays(fields),
    wrongField:
      fields['app_id'] !== merchant.appId ? 'app_id' : fields['seller_id'] !== merchant.sellerId ? 'seller_id' : null,
  }
}

/** A refund is reported as TRADE_SUCCESS again, or as TRADE_CLOSED: it must never pay a second time. */
function whatItSays(fields: Record<string, string>): Notify['says'] {
  if (fields['refund_fee'] || fields['gmt_refund']) return 'refund'
  const status = fields['trade_status']
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return 'paid'
  return status === 'TRADE_CLOSED' ? 'closed' : 'nothing'
}

/** `param` comes back as we sent it; nothing depends on it. */
function readEpayNotify(merchant: OpenMerchant, query: string): Notify | null {
  const fields = readForm(query)
  if (!fields || (fields['sign_type'] ?? 'MD5') !== 'MD5' || !isSignedEpay(fields, merchant)) return null
  return {
    notifyKey: sha256(query).toString('hex'),
    outTradeNo: fields['out_trade_no'] ?? '',
    tradeNo: fields['trade_no'] ?? '',
    amountFen: parseYuan(fields['money']),
    says: fields['trade_status'] === 'TRADE_SUCCESS' ? 'paid' : 'nothing',
    wrongField: fields['pid'] === merchant.appId ? null : 'pid',
  }
}
