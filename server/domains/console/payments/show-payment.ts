import type { PaymentDetail } from '../../../../contract/console/payments.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { loadJobTime } from '../../../platform/jobs/jobs.ts'
import { auditLook } from '../../audit/audit.ts'
import { findWishes, showWish } from '../../payments/wishes/find-wishes.ts'
import { findRefundsOf } from '../orders/step-queries.ts'
import { showPayment } from './find-payments.ts'
import { notifyFields } from './notify-fields.ts'
import { findLooks, findNotifies, loadFullPayment } from './queries.ts'

const SHOWN_MAX = 50

export async function showPaymentDetail(
  ctx: StaffCtx,
  { paymentId }: { paymentId: string },
): Promise<Answer<PaymentDetail>> {
  const { db, resellerId } = ctx
  const payment = await loadFullPayment(db, resellerId, paymentId)
  if (!payment || (payment.purpose === 'daili' && !may(ctx, 'money.read'))) return fail('object.unknown')
  const { id } = payment
  const wishes = await findWishes(ctx, { resellerId, paymentId: id })
  const isOpen = payment.paidAt === null
  await auditLook(ctx, 'payment.opened', `payment:${id}`)
  const canGoBack = !isOpen && payment.accountId !== null && payment.creditedTo === 'balance'
  return {
    ...showPayment(payment),
    tradeNo: payment.tradeNo,
    isSandbox: payment.isSandbox,
    creditedTo: payment.creditedTo,
    expiresAt: payment.expiresAt,
    closedAt: payment.closedAt,
    checkedAt: payment.checkedAt,
    nextLookAt: isOpen ? await loadJobTime(db, `payment:${id}`) : null,
    looks: await findLooks(db, resellerId, id, SHOWN_MAX),
    notifies: (await findNotifies(db, id, SHOWN_MAX)).map(({ body, ...notify }) => ({
      ...notify,
      fields: notifyFields(body),
    })),
    refunds: await findRefundsOf(db, resellerId, [id]),
    refundableFen: canGoBack ? payment.amountFen - payment.refundAskedFen : 0,
    wish: wishes.length === 0 ? null : showWish(wishes.at(-1)!),
  }
}
