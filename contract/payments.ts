import Type, { type Static, type TInteger } from 'typebox'

import {
  Captcha,
  Cursor,
  Done,
  Instant,
  Nothing,
  Nullable,
  OwnResellerKey,
  RequestKey,
  ResellerKey,
  Strict,
} from './fields.ts'
import { limits } from './limits.ts'
import { OrderId } from './orders.ts'
import type { WayTerms } from './pay-fees.ts'
import { payChannels } from './providers.ts'
import { route } from './route.ts'

/** The larger limit: the purpose decides which one applies. */
const PAY_MAX_FEN = Math.max(limits.topUpMaxFen, limits.agentPayMaxFen)

/** Purpose of a payment: the user's own balance, an order for a package or an agency, or a reseller's balance. */
export const PayPurpose = Type.Union([
  Type.Literal('user'),
  Type.Literal('package'),
  Type.Literal('daili'),
  Type.Literal('agency'),
])
export type PayPurpose = Static<typeof PayPurpose>

/** `pc` and `wap` return an address to open, `qr` a text to draw as a QR code. */
export const PayDevice = Type.Union([Type.Literal('pc'), Type.Literal('wap'), Type.Literal('qr')])
export type PayDevice = Static<typeof PayDevice>

const PayStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('paid'),
  Type.Literal('closed'),
  Type.Literal('refunded'),
])
/** A late payment goes to the balance. `none` until it is paid. */
const CreditedTo = Type.Union([Type.Literal('order'), Type.Literal('balance'), Type.Literal('none')])

export const PayTypeId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z0-9-]+$' })
export const OutTradeNo = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_]+$' })

export const wayTerms = {
  minFen: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  feeFen: Type.Integer({ minimum: 0, maximum: 10_000 }),
  feePermille: Type.Integer({ minimum: 0, maximum: 200 }),
} satisfies Record<keyof WayTerms, TInteger>

export const PayType = Type.Object({
  id: PayTypeId,
  name: Type.String(),
  icon: Type.Enum([...payChannels]),
  sandbox: Type.Boolean(),
  /** A smaller payment is refused; the fee comes on top. */
  ...wayTerms,
})
export type PayType = Static<typeof PayType>

/** What the order costs beside `amountFen`: held of the balance while the payment is open, and given back if it closes. */
const BalancePart = Type.Integer({ minimum: 0 })

/** What the way costs on top of `amountFen`; it goes back with a refund of the whole only. */
const FeePart = Type.Integer({ minimum: 0 })

/** What the payer sends where that is not yuan. Texts, exact to the last digit; the rate says yuan for one of the unit. */
export const PayQuote = Type.Object({
  unit: Type.String(),
  amount: Type.String(),
  rate: Nullable(Type.String()),
  address: Nullable(Type.String()),
})
export type PayQuote = Static<typeof PayQuote>

export const OpenPayment = Type.Object({
  out_trade_no: Type.String(),
  /** One of the two is set, depending on the device and the provider. */
  payUrl: Nullable(Type.String()),
  qrCode: Nullable(Type.String()),
  quote: Nullable(PayQuote),
  amountFen: Type.Integer(),
  feeFen: FeePart,
  balanceFen: BalancePart,
  expiresAt: Instant,
})
export type OpenPayment = Static<typeof OpenPayment>

export const PaymentState = Type.Object({
  status: PayStatus,
  /** The gateway has seen money that does not count yet. */
  isSeen: Type.Boolean(),
  creditedTo: CreditedTo,
  amountFen: Type.Integer(),
  feeFen: FeePart,
  balanceFen: BalancePart,
  paidAt: Nullable(Instant),
})
export type PaymentState = Static<typeof PaymentState>

const PaymentItem = Type.Object({
  out_trade_no: Type.String(),
  type: PayPurpose,
  orderId: Nullable(Type.String()),
  /** What was ordered, such as 标准版 月付; null for a top-up or an agency. */
  goods: Nullable(Type.String()),
  payType: PayType,
  status: PayStatus,
  creditedTo: CreditedTo,
  amountFen: Type.Integer(),
  feeFen: FeePart,
  balanceFen: BalancePart,
  refundedFen: Type.Integer(),
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: Nullable(Instant),
  /** Set as long as it can still be paid. */
  payUrl: Nullable(Type.String()),
  qrCode: Nullable(Type.String()),
  quote: Nullable(PayQuote),
  isSeen: Type.Boolean(),
})
export type PaymentItem = Static<typeof PaymentItem>

export const payments = {
  getKey: route('GET /api/user/alipay/getKey', {
    access: 'public',
    summary: 'A single-use id that makes the next pay call idempotent',
    input: Nothing,
    output: Type.Object({ key: Type.String(), appId: Nullable(Type.String()), sandbox: Type.Boolean() }),
  }),
  pay: route('POST /api/user/alipay/pay', {
    access: 'anyone',
    summary:
      'Begin or resume a payment. `daili` takes daili_id, amountFen and a captcha from anybody; `user` takes amountFen, `package` and `agency` take orderId, from a signed-in user. With balanceFen that part of a package is paid from the balance',
    input: Strict({
      type: PayPurpose,
      payType: PayTypeId,
      key: RequestKey,
      device: PayDevice,
      amountFen: Type.Optional(Type.Integer({ minimum: limits.payMinFen, maximum: PAY_MAX_FEN })),
      orderId: Type.Optional(OrderId),
      /** With `package`: the part of its price that the balance pays. The gateway is asked for the rest. */
      balanceFen: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
      daili_id: Type.Optional(ResellerKey),
      captcha: Type.Optional(Captcha),
    }),
    output: OpenPayment,
    errors: [
      'account.blocked',
      'auth.required',
      'auth.captcha_required',
      'auth.captcha_wrong',
      'balance.short',
      'object.unknown',
      'order.closed',
      'order.expired',
      'pay.below_minimum',
      'pay.offline_only',
      'pay.type_unknown',
      'pay.unavailable',
      'request.key_reused',
      'request.too_many',
      'reseller.short',
      'reseller.suspended',
      'reseller.unknown',
    ],
  }),
  check: route('POST /api/user/alipay/check', {
    access: 'anyone',
    summary: 'What became of a payment, for its owner or whoever has the `key` of the pay call',
    input: Strict({ out_trade_no: OutTradeNo, key: Type.Optional(RequestKey) }),
    output: PaymentState,
    errors: ['object.unknown'],
  }),
  cancel: route('POST /api/payment/cancel', {
    access: 'user',
    summary: "Give up an unpaid payment of one's own. Money that still arrives for it goes to the balance",
    input: Strict({ out_trade_no: OutTradeNo }),
    output: PaymentState,
    errors: ['object.unknown'],
  }),
  payTypes: route('GET /api/user/payType', {
    access: 'anyone',
    summary: 'The ways to pay that a reseller offers for a purpose; none where it sells offline only',
    input: Strict({ paytype: PayPurpose, dailiKey: OwnResellerKey }),
    output: Type.Array(PayType),
    errors: ['reseller.unknown'],
  }),
  list: route('GET /api/payment/list', {
    secret: true,
    access: 'user',
    summary: 'Own payments, newest first; of one state if it is named',
    input: Strict({ cursor: Type.Optional(Cursor), status: Type.Optional(PayStatus) }),
    output: Type.Object({
      items: Type.Array(PaymentItem),
      next: Nullable(Type.String()),
      /** What the reseller writes below its receipts; may be empty. */
      receiptText: Type.String(),
    }),
  }),
  mailReceipt: route('POST /api/payment/mailReceipt', {
    access: 'user',
    summary: 'Mail the receipt of a paid payment to the verified address of its user',
    input: Strict({ out_trade_no: OutTradeNo }),
    output: Done,
    errors: ['object.unknown', 'email.off', 'email.not_bound', 'request.too_many'],
  }),
}
