import type { Order } from '../../../contract/orders.ts'
import { goodsText } from '../../../contract/pay-names.ts'
import type { OpenPayment, PaymentItem, PayPurpose, PayType } from '../../../contract/payments.ts'
import { refuse } from '../answer.ts'
import { openAgency } from './agency.ts'
import { post } from './book.ts'
import { at, DAY_MS, HOUR_MS } from './sample-time.ts'
import { orders, settle } from './shop.ts'

/** Long enough to see the code, short enough to wait for. */
const PAID_AFTER_MS = 4000
const PAY_WITHIN_MS = HOUR_MS / 2

export const ways: readonly PayType[] = [
  { id: 'alipay', name: '支付宝', icon: 'alipay', sandbox: false, minFen: 0, feeFen: 0, feePermille: 0 },
  { id: 'wxpay', name: '微信支付', icon: 'wxpay', sandbox: false, minFen: 0, feeFen: 0, feePermille: 0 },
]

export const payments: PaymentItem[] = [9, 62].map((daysAgo, index) => ({
  out_trade_no: `DEMO${20_000_000 + index}`,
  type: 'user',
  orderId: null,
  goods: null,
  payType: ways[0]!,
  status: 'paid',
  creditedTo: 'balance',
  amountFen: index === 0 ? 5000 : 10_000,
  feeFen: 0,
  balanceFen: 0,
  refundedFen: 0,
  createdAt: at(-daysAgo * DAY_MS - 60_000),
  expiresAt: at(-daysAgo * DAY_MS + PAY_WITHIN_MS),
  paidAt: at(-daysAgo * DAY_MS),
  payUrl: null,
  qrCode: null,
  quote: null,
  isSeen: false,
}))

type PaymentInput = { type: PayPurpose; payType: string; amountFen?: number; balanceFen?: number; orderId?: string }

export function beginPayment({ type, payType, amountFen, balanceFen = 0, orderId }: PaymentInput): OpenPayment {
  const order = orders.find((one) => one.orderId === orderId)
  const open = payments.find((one) => one.status === 'pending' && one.orderId === (orderId ?? '') && orderId)
  if (open && open.balanceFen === balanceFen) return open
  if (open) cancelPayment(open.out_trade_no)
  setAside('order_hold', order, -balanceFen)
  const number = `DEMO${Date.now()}`
  const payment: PaymentItem = {
    out_trade_no: number,
    type,
    orderId: orderId ?? null,
    goods: order?.packageName ? goodsText('zh-CN', order.packageName, order.period ?? 'once') : null,
    status: 'pending',
    creditedTo: 'none',
    payType: ways.find(({ id }) => id === payType) ?? refuse('pay.type_unknown', 'unavailable'),
    amountFen: (order?.totalFen ?? amountFen ?? 0) - balanceFen,
    feeFen: 0,
    balanceFen,
    refundedFen: 0,
    createdAt: at(0),
    expiresAt: at(PAY_WITHIN_MS),
    // No address: a phone would leave the demo.
    paidAt: null,
    payUrl: null,
    qrCode: `DEMO ${number}`,
    quote: null,
    isSeen: false,
  }
  payments.unshift(payment)
  return payment
}

export function cancelPayment(number: string): PaymentItem {
  const payment = payments.find((one) => one.out_trade_no === number) ?? refuse('object.unknown', 'unavailable')
  if (payment.status === 'pending') {
    Object.assign(payment, { status: 'closed', qrCode: null })
    const order = orders.find((one) => one.orderId === payment.orderId)
    setAside('order_release', order, payment.balanceFen)
  }
  return payment
}

export function cancelPaymentOf(orderId: string): void {
  const open = payments.find((one) => one.orderId === orderId && one.status === 'pending')
  if (open) cancelPayment(open.out_trade_no)
}

/** The balance's part of an order, while its payment is open. */
function setAside(kind: 'order_hold' | 'order_release', order: Order | undefined, amountFen: number): void {
  if (!order || amountFen === 0) return
  order.balanceFen = kind === 'order_hold' ? -amountFen : 0
  post(kind, amountFen, { about: order.packageName, orderId: order.orderId })
}

/** Nobody pays here, so the payment arrives by itself. */
export function checkPayment(number: string): PaymentItem {
  const payment = payments.find((one) => one.out_trade_no === number) ?? refuse('object.unknown', 'unavailable')
  if (payment.status === 'pending' && Date.now() - Date.parse(payment.createdAt) > PAID_AFTER_MS) arrive(payment)
  return payment
}

function arrive(payment: PaymentItem): void {
  Object.assign(payment, { status: 'paid', paidAt: at(0), qrCode: null })
  payment.creditedTo = payment.type === 'user' ? 'balance' : 'order'
  const order = orders.find((one) => one.orderId === payment.orderId)
  if (payment.type === 'user') post('topup', payment.amountFen, { about: null, orderId: null })
  if (order) settle(order, 'online')
  if (payment.type === 'agency') openAgency()
}
