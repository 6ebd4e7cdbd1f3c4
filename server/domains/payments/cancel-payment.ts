import type { PaymentState } from '../../../contract/payments.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { toState } from './check-payment.ts'
import { giveUpPayment } from './give-up-payment.ts'
import { loadPaymentByNumber, type PaymentRow } from './queries.ts'

/** Gives up an open payment, so that no page offers it any more. If it is already paid, the payer is told so instead. */
export async function cancelPayment(ctx: Ctx<'user'>, input: { out_trade_no: string }): Promise<PaymentState> {
  const payment = await loadOwn(ctx, input.out_trade_no)
  if (payment.state !== 'pending') return toState(payment)
  await giveUpPayment(ctx, payment)
  return toState(await loadOwn(ctx, input.out_trade_no))
}

async function loadOwn({ db, actor, resellerId }: Ctx<'user'>, outTradeNo: string): Promise<PaymentRow> {
  const payment = await loadPaymentByNumber(db, outTradeNo)
  const isOwn = payment?.accountId === actor.accountId && payment.resellerId === resellerId
  return isOwn ? payment : fail('object.unknown')
}
