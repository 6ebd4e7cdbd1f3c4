import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { beginPayment, makePayKey } from './begin-payment.ts'
import { cancelPayment } from './cancel-payment.ts'
import { checkPayment } from './check-payment.ts'
import { findPayments } from './find-payments.ts'
import { findPayTypes } from './merchants/pay-types.ts'

export const paymentRoutes = [
  bind(api.payments.getKey, makePayKey),
  bind(api.payments.pay, beginPayment),
  bind(api.payments.check, checkPayment),
  bind(api.payments.cancel, cancelPayment),
  bind(api.payments.payTypes, findPayTypes),
  bind(api.payments.list, findPayments),
]
