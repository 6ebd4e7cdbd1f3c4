import type { Selectable } from 'kysely'

import type { Provider } from '../../../../contract/providers.ts'
import { inTx } from '../../../platform/context.ts'
import type { NotifyInbox } from '../../../platform/db/db-types.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { lookAtPayment } from '../check-payment.ts'
import { spellHash } from '../confirm/proof.ts'
import { claimProof, lockProofs } from '../confirm/queries.ts'
import { GatewayTrouble } from '../gateways/gateway.ts'
import { openGateway } from '../gateways/open-gateway.ts'
import type { Notify, Told } from '../gateways/provider.ts'
import { providers } from '../gateways/providers.ts'
import { isMerchantId, openMerchant, type Merchant, loadMerchant } from '../merchants/merchant.ts'
import { dueFen, loadPaymentByNumber, loadPaymentByTrade, type PaymentRow } from '../queries.ts'
import { bookDispute } from '../refunds/book-dispute.ts'
import { isItsTrade, type SettleCtx } from '../settle-payment.ts'

type Incoming = Omit<Told, 'now'> & { provider: Provider; merchantId: string }

const TAKEN: readonly Verdict[] = ['settled', 'repeated', 'refund', 'ignored']

/**
 * A notify is only a hint: verify it with the merchant's own key, record it, then ask the gateway itself. Returns true
 * (answered "success") only once everything that follows from it is committed.
 */
export async function takeNotify(ctx: SettleCtx, { provider, merchantId, ...told }: Incoming): Promise<boolean> {
  const merchant = isMerchantId(merchantId) ? await loadMerchant(ctx.db, merchantId) : null
  if (!merchant || merchant.provider !== provider) return false
  const opened = openMerchant(ctx, merchant)
  const notify = await providers[provider].notify.read(opened, { ...told, now: ctx.now })
  if (!notify || notify === 'other') return notify === 'other'
  const { outTradeNo, tradeNo } = notify
  const found =
    outTradeNo === ''
      ? await loadPaymentByTrade(ctx.db, merchantId, tradeNo)
      : await loadPaymentByNumber(ctx.db, outTradeNo)
  // Only the order's own merchant counts: another merchant's signature proves nothing about it.
  const payment = found?.merchantId === merchant.id ? found : null
  const { notifyKey } = notify
  const received = { merchantId, notifyKey, paymentId: payment?.id ?? null, body: told.text, now: ctx.now }
  const inboxId = await recordNotify(ctx.db, received)
  const verdict = payment ? await judge(ctx, merchant, payment, notify) : await judgeUnknown(ctx, merchant, outTradeNo)
  await keepVerdict(ctx.db, inboxId, verdict)
  return TAKEN.includes(verdict)
}

async function judge(ctx: SettleCtx, merchant: Merchant, payment: PaymentRow, notify: Notify): Promise<Verdict> {
  const { says, wrongField, aboutNo = '', gatewayRef = null } = notify
  if (wrongField) return alertMismatch(ctx, payment, wrongField)
  if (says === 'refund_failed') return takeFailedRefund(ctx, payment, aboutNo)
  if (says === 'dispute') return takeDispute(ctx, merchant, payment, aboutNo)
  const isOther = gatewayRef !== null && payment.gatewayRef !== null && gatewayRef !== payment.gatewayRef
  if (isOther) return alertMismatch(ctx, payment, 'trade_id')
  if (notify.amountFen !== dueFen(payment)) return alertMismatch(ctx, payment, 'amount')
  if (says === 'refund') return takeRefundNotify(ctx, payment)
  if (says === 'nothing') return 'ignored'
  // A transaction that paid for something else, by whomever that was said, pays for nothing here.
  if (notify.hash && !(await claimHash(ctx, payment, notify.hash))) return alertMismatch(ctx, payment, 'hash')
  // A page that nobody paid has no trade number, and may end long after another one of the payment was paid.
  if (payment.paidAt !== null && notify.tradeNo !== '') {
    return isItsTrade(payment, notify.tradeNo) ? 'repeated' : alertMismatch(ctx, payment, 'trade_no')
  }
  try {
    const asked = { ...payment, gatewayRef: payment.gatewayRef ?? gatewayRef }
    const look = await lookAtPayment(ctx, asked, openGateway(ctx, merchant))
    if (look === 'settled' || look === 'repeated' || look === 'mismatch') return look
    // The gateway does not confirm the notify. Let it come again, unless it only says "closed".
    return says === 'closed' ? 'ignored' : 'unconfirmed'
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ payment: payment.id, trouble: error.message }, 'a notify could not be confirmed')
    return 'unconfirmed'
  }
}

function claimHash(ctx: SettleCtx, payment: PaymentRow, hash: string): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    await lockProofs(tx.db)
    return claimProof(tx.db, spellHash(hash), payment, ctx.now)
  })
}

/** The money came back to the account: a person has to send it another way. */
async function takeFailedRefund(
  ctx: SettleCtx,
  { resellerId, id }: PaymentRow,
  outRequestNo: string,
): Promise<'refund'> {
  const alert = { resellerId, kind: 'refund.unknown' as const, subject: `payment:${id}`, detail: { outRequestNo } }
  await raiseAlert(ctx.db, alert, ctx.now)
  return 'refund'
}

async function takeDispute(ctx: SettleCtx, merchant: Merchant, payment: PaymentRow, no: string): Promise<Verdict> {
  try {
    const dispute = await openGateway(ctx, merchant).loadDispute?.(no)
    if (dispute?.tradeNo !== payment.tradeNo) return 'ignored'
    await bookDispute(ctx, payment, dispute)
    return 'refund'
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
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
async function judgeUnknown(ctx: SettleCtx, { id, resellerId }: Merchant, number: string): Promise<Verdict> {
  // A refund or dispute of a trade that is not ours.
  if (number === '') return 'ignored'
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
