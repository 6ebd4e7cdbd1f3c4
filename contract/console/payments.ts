import Type, { type Static } from 'typebox'

import { Instant, Nullable, RowId, Strict, Uuid } from '../fields.ts'
import { PayPurpose } from '../payments.ts'
import { payChannels, providerIds } from '../providers.ts'
import { route } from '../route.ts'
import { CsvFile, Day, listInput, listOutput } from './list.ts'
import { saleFilters, RefundWish } from './orders.ts'

export const paymentStates = ['pending', 'paid', 'closed', 'refunded'] as const
export const payPurposes = ['user', 'package', 'agency', 'daili'] as const

const PaymentRow = Type.Object({
  paymentId: Type.String(),
  outTradeNo: Type.String(),
  purpose: PayPurpose,
  orderId: Nullable(Type.String()),
  /** Null for payments onto the reseller's own balance. */
  buyer: Nullable(Type.Object({ accountId: Type.Integer(), userName: Type.String() })),
  channel: Type.Enum([...payChannels]),
  provider: Type.Enum([...providerIds]),
  merchantName: Type.String(),
  /** True: paid through the reseller's own merchant. False: through the platform's. */
  isOwnMerchant: Type.Boolean(),
  state: Type.Enum([...paymentStates]),
  /** True: the order was closed already, so the money went to the buyer's balance. */
  isLate: Type.Boolean(),
  amountFen: Type.Integer(),
  refundedFen: Type.Integer(),
  createdAt: Instant,
  paidAt: Nullable(Instant),
})
export type PaymentRow = Static<typeof PaymentRow>

const Notify = Type.Object({
  receivedAt: Instant,
  /** The result of handling it. */
  verdict: Type.String(),
  times: Type.Integer(),
  /** Fields as received, without the signature and the payer. */
  fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
})

const PaymentDetail = Type.Object({
  ...PaymentRow.properties,
  tradeNo: Nullable(Type.String()),
  isSandbox: Type.Boolean(),
  creditedTo: Nullable(Type.Enum(['order', 'balance'])),
  expiresAt: Instant,
  closedAt: Nullable(Instant),
  /** When a person last asked the gateway. */
  checkedAt: Nullable(Instant),
  /** When the server asks the gateway next. */
  nextLookAt: Nullable(Instant),
  looks: Type.Array(Type.Object({ at: Instant, by: Type.String(), found: Type.String() })),
  notifies: Type.Array(Notify),
  refunds: Type.Array(
    Type.Object({
      outRequestNo: Type.String(),
      amountFen: Type.Integer(),
      state: Type.Enum(['asked', 'done', 'refused']),
      createdAt: Instant,
      settledAt: Nullable(Instant),
    }),
  ),
  refundableFen: Type.Integer(),
  wish: Nullable(RefundWish),
})
export type PaymentDetail = Static<typeof PaymentDetail>

const PaymentFilter = listInput(['createdAt', 'amountFen'], {
  state: Type.Optional(Type.Enum([...paymentStates])),
  purpose: Type.Optional(Type.Enum([...payPurposes])),
  channel: Type.Optional(Type.Enum([...payChannels])),
  late: Type.Optional(Type.Boolean()),
  accountId: Type.Optional(RowId),
  /** Paid on these days, both included. */
  paidFrom: Type.Optional(Day),
  paidTo: Type.Optional(Day),
  ...saleFilters,
})

export const GatewayWord = Type.Object({
  state: Type.Enum([...paymentStates]),
  /** `settled`, `repeated`: paid. `seen`: money that does not count yet. `unsaid`: the gateway did not answer. `soon`: somebody asked a moment ago. */
  found: Type.Enum(['settled', 'repeated', 'mismatch', 'open', 'seen', 'closed', 'unsaid', 'soon']),
})
export type GatewayWord = Static<typeof GatewayWord>

export const payments = {
  list: route('GET /api/console/payments/list', {
    access: 'staff',
    permission: 'orders.read',
    summary: 'Online payments of the reseller. Searched by number, trade number or the beginning of a user name',
    input: PaymentFilter,
    output: listOutput(PaymentRow),
  }),
  export: route('GET /api/console/payments/export', {
    access: 'staff',
    permission: 'orders.read',
    summary: 'What the list shows, as CSV',
    input: PaymentFilter,
    output: CsvFile,
  }),
  show: route('GET /api/console/payments/show', {
    access: 'staff',
    permission: 'orders.read',
    summary: 'One payment: its gateway, what was told, when it was asked after',
    input: Strict({ paymentId: Uuid }),
    output: PaymentDetail,
    errors: ['object.unknown'],
  }),
  ask: route('POST /api/console/payments/ask', {
    access: 'staff',
    permission: 'orders.ask',
    summary: 'Ask the gateway again what became of a payment; what was paid is credited',
    input: Strict({ paymentId: Uuid }),
    output: GatewayWord,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
}
