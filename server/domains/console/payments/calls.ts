import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { askAgain } from '../../payments/ask-again.ts'
import { exportPayments } from './export-payments.ts'
import { findPayments } from './find-payments.ts'
import { showPaymentDetail } from './show-payment.ts'

const { payments } = consoleApi

export const paymentRoutes = [
  bind(payments.list, findPayments),
  bind(payments.export, exportPayments),
  bind(payments.show, showPaymentDetail),
  bind(payments.ask, (ctx, { paymentId }) => askAgain(ctx, { resellerId: ctx.resellerId, paymentId }, staffActor(ctx))),
]
