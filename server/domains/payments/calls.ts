import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { beginPayment } from './begin-payment.ts'
import { cancelOrderAndPayment } from './cancel-order.ts'
import { cancelPayment } from './cancel-payment.ts'
import { checkPayment } from './check-payment.ts'
import { findPayments } from './find-payments.ts'
import { makePayKey } from './gateways/alipay/make-pay-key.ts'
import { mailReceipt } from './mail-receipt.ts'
import { findPayTypes } from './merchants/pay-types.ts'

export const paymentRoutes = [
  bind(api.payments.getKey, makePayKey),
  bind(api.payments.pay, beginPayment),
  bind(api.payments.check, checkPayment),
  bind(api.payments.cancel, cancelPayment),
  bind(api.orders.cancel, cancelOrderAndPayment),
  bind(api.payments.payTypes, findPayTypes),
  bind(api.payments.list, findPayments),
  bind(api.payments.mailReceipt, mailReceipt),
]
