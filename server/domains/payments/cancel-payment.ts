import type { PaymentState } from '../../../contract/payments.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { askGateway, toState } from './check-payment.ts'
import { endPayment } from './end-payment.ts'
import { addReconcileJob, loadPaymentByNumber, type PaymentRow } from './queries.ts'

/**
 * Gives up an open payment, so that no page offers it any more. If it is already paid, the payer is told so instead.
 * The payer waits for one question to the gateway; the payment's job closes the payment there.
 */
export async function cancelPayment(ctx: Ctx<'user'>, input: { out_trade_no: string }): Promise<PaymentState> {
  const payment = await loadOwn(ctx, input.out_trade_no)
  if (payment.state !== 'pending') return toState(payment)
  await askGateway(ctx, payment)
  await inTx(ctx, async (tx) => {
    if (await endPayment(tx, payment.id)) await addReconcileJob(tx.db, payment.id, ctx.now)
  })
  return toState(await loadOwn(ctx, input.out_trade_no))
}

async function loadOwn({ db, actor, resellerId }: Ctx<'user'>, outTradeNo: string): Promise<PaymentRow> {
  const payment = await loadPaymentByNumber(db, outTradeNo)
  const isOwn = payment?.accountId === actor.accountId && payment.resellerId === resellerId
  return isOwn ? payment : fail('object.unknown')
}
