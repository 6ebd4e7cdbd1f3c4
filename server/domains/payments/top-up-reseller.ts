import { limits } from '../../../contract/limits.ts'
import type { OpenPayment, PayDevice, PaymentState } from '../../../contract/payments.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { followPayment } from './check-payment.ts'
import { makeGatewayTime } from './gateways/gateway.ts'
import { getPayType } from './merchants/pay-types.ts'
import { handOut, openPayment } from './open-payment.ts'
import { loadPaymentByKey, loadPaymentByNumber } from './queries.ts'
import type { SettleCtx } from './settle-payment.ts'

type TopUpCtx = SettleCtx & Pick<Ctx, 'client' | 'language'>
type TopUp = { payType: string; key: string; device: PayDevice; amountFen: number }

const PER_RESELLER: Limit = {
  name: 'pay_reseller',
  points: limits.paymentsPerAccount,
  windowMs: limits.payWindowMs,
}
/** Payments to a reseller's balance have no account. */
const NO_PAYER = ''

/**
 * Staff pay into their reseller's balance. Like the agent payment but without a captcha, because staff are known, and
 * open to a suspended reseller, because a debt may be the reason.
 */
export async function topUpReseller(
  ctx: TopUpCtx,
  resellerId: number,
  { payType, key, device, amountFen }: TopUp,
  actor: AuditActor,
): Promise<OpenPayment> {
  // Includes the reseller, so that a key never finds another reseller's payment.
  const keyHash = sha256(`office:${resellerId}:${key}`)
  const askedHash = sha256(JSON.stringify([payType, device, amountFen]))
  const shown = { device, returnUrl: `${ctx.config.publicUrl}/console/money` }
  const time = makeGatewayTime()
  const first = await loadPaymentByKey(ctx.db, NO_PAYER, keyHash)
  if (first && !equalBytes(first.askedHash, askedHash)) fail('request.key_reused')
  if (first) return handOut(ctx, first, shown, time)
  await takeOne(ctx, PER_RESELLER, String(resellerId))
  const chosen = await getPayType(ctx, { purpose: 'daili', resellerId, payType })
  const expiresAt = new Date(ctx.now.getTime() + limits.payTtlMs)
  const payable = {
    ...chosen,
    purpose: 'daili',
    resellerId,
    accountId: null,
    orderId: null,
    amountFen,
    expiresAt,
  } as const
  const payment = await inTx(ctx, async (tx) => {
    const opened = await openPayment(tx, payable, { keyHash, askedHash }, time)
    const entry = { resellerId, actor, action: 'top_up.begun', subject: `payment:${opened.id}` }
    await writeAudit(tx.db, { ...entry, detail: { amountFen } }, ctx.now)
    return opened
  })
  return handOut(ctx, payment, shown, time)
}

/** The payment's state, for the staff member who waits for it. */
export async function followTopUp(ctx: SettleCtx, resellerId: number, outTradeNo: string): Promise<PaymentState> {
  const payment = await loadPaymentByNumber(ctx.db, outTradeNo)
  const isOwn = payment?.resellerId === resellerId && payment.purpose === 'daili'
  return isOwn ? followPayment(ctx, payment) : fail('object.unknown')
}
