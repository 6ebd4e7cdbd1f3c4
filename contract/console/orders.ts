import Type, { type Static } from 'typebox'

import { Instant, Nullable, RowId, Strict, Uuid } from '../fields.ts'
import { PackageId, Period } from '../packages.ts'
import { payChannels } from '../providers.ts'
import { route } from '../route.ts'
import { CsvFile, Day, listInput, listOutput } from './list.ts'

export const orderActions = ['new', 'renew', 'upgrade', 'pack', 'agency'] as const
export const orderStates = ['pending', 'paid', 'cancelled', 'expired', 'refunded'] as const
/** `reseller`: sold by hand, from the reseller's balance. */
export const moneySources = ['balance', 'platform_merchant', 'own_merchant', 'reseller'] as const

const OrderAction = Type.Enum([...orderActions])
const OrderState = Type.Enum([...orderStates])
const Channel = Type.Enum([...payChannels])
/** Null for members who may not read prices. */
const Secret = Nullable(Type.Integer())

const Buyer = Type.Object({ accountId: Type.Integer(), userName: Type.String() })

const OrderRow = Type.Object({
  orderId: Type.String(),
  buyer: Buyer,
  action: OrderAction,
  state: OrderState,
  packageId: Nullable(PackageId),
  packageName: Nullable(Type.String()),
  period: Nullable(Period),
  /** Sold by hand this is wholesale: 0 for members who may not read prices. */
  totalFen: Type.Integer(),
  refundedFen: Type.Integer(),
  paidBy: Nullable(Type.Enum([...moneySources])),
  /** Channel of the payment that settled the order. */
  channel: Nullable(Channel),
  wholesaleFen: Secret,
  /** Price − wholesale − commission − refunds. Null until it is sold, and for members who may not read money. */
  marginFen: Secret,
  createdAt: Instant,
  settledAt: Nullable(Instant),
})
export type OrderRow = Static<typeof OrderRow>

const Leg = Type.Object({
  /** Kind of ledger account: user, reseller, platform … */
  account: Type.String(),
  amountFen: Type.Integer(),
})

/** One event of an order. Its kind decides which fields are set. */
const OrderStep = Type.Object({
  kind: Type.Enum([
    'made',
    'payment_begun',
    'payment_paid',
    'payment_late',
    'payment_closed',
    'settled',
    'commission_waits',
    'commission_confirmed',
    'commission_void',
    'refund_wished',
    'wish_declined',
    'refund_asked',
    'refund_refused',
    'refunded',
    'cancelled',
    'expired',
  ]),
  at: Instant,
  /** Null when it is a commission and the member may not read money. */
  amountFen: Nullable(Type.Integer()),
  /** Number of a payment or refund, or the earner of a commission. */
  about: Nullable(Type.String()),
  paymentId: Nullable(Type.String()),
  /** Ledger postings; null for members who may not read money and prices. */
  legs: Nullable(Type.Array(Leg)),
  reason: Nullable(Type.String()),
})
export type OrderStep = Static<typeof OrderStep>

export const RefundWish = Type.Object({
  state: Type.Enum(['open', 'done', 'declined']),
  amountFen: Type.Integer(),
  reason: Type.String(),
  answer: Nullable(Type.String()),
  createdAt: Instant,
})

const OrderDetail = Type.Object({
  ...OrderRow.properties,
  listFen: Type.Integer(),
  discountFen: Type.Integer(),
  creditFen: Type.Integer(),
  couponCode: Nullable(Type.String()),
  /** Null for members who may not read money: a commission capped at the margin reveals the wholesale price. */
  commissionFen: Nullable(Type.Integer()),
  inviterName: Nullable(Type.String()),
  /** The buyer's current lines, by state. */
  lines: Type.Array(Type.Object({ state: Type.String(), count: Type.Integer() })),
  steps: Type.Array(OrderStep),
  /** The open payment whose gateway can be asked. */
  openPaymentId: Nullable(Type.String()),
  /** Sold by hand: by whom, and what the user paid outside, if somebody wrote it down. */
  byHand: Nullable(Type.Object({ by: Type.String(), notedFen: Nullable(Type.Integer()) })),
  /** Amount that can still be refunded; 0 when no refund is possible. */
  refundableFen: Type.Integer(),
  wish: Nullable(RefundWish),
})
export type OrderDetail = Static<typeof OrderDetail>

const Fen = Type.Integer({ minimum: 0, maximum: 100_000_000 })
/** Filters of every sales list: time and amount. */
export const saleFilters = {
  /** Days in the business's time zone, both included. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  minFen: Type.Optional(Fen),
  maxFen: Type.Optional(Fen),
}

const OrderFilter = listInput(['createdAt', 'totalFen'], {
  state: Type.Optional(OrderState),
  action: Type.Optional(OrderAction),
  packageId: Type.Optional(PackageId),
  paidBy: Type.Optional(Type.Enum([...moneySources])),
  accountId: Type.Optional(RowId),
  /** Sold on these days, both included: the fee of an agency is no sale. */
  soldFrom: Type.Optional(Day),
  soldTo: Type.Optional(Day),
  ...saleFilters,
})

export const orders = {
  list: route('GET /api/console/orders/list', {
    access: 'staff',
    permission: 'orders.read',
    summary: 'Orders of the reseller. Searched by order, payment number or the beginning of a user name',
    input: OrderFilter,
    output: listOutput(OrderRow),
  }),
  export: route('GET /api/console/orders/export', {
    access: 'staff',
    permission: 'orders.read',
    summary: 'What the list shows, as CSV',
    input: OrderFilter,
    output: CsvFile,
  }),
  show: route('GET /api/console/orders/show', {
    secret: true,
    access: 'staff',
    permission: 'orders.read',
    summary: 'One order with every step it went through',
    input: Strict({ orderId: Uuid }),
    output: OrderDetail,
    errors: ['object.unknown'],
  }),
  wishRefund: route('POST /api/console/orders/wish-refund', {
    access: 'staff',
    permission: 'orders.ask',
    byKey: 'never',
    summary: "Ask the operator to give a buyer's money back; an order or a payment that is a top-up",
    input: Strict({
      orderId: Type.Optional(Uuid),
      paymentId: Type.Optional(Uuid),
      amountFen: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
      reason: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    output: RefundWish,
    errors: ['object.unknown', 'refund.too_much', 'refund.wished', 'reseller.suspended'],
  }),
}
