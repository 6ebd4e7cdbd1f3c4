import Type, { type Static } from 'typebox'

import { Cursor, Instant, Nullable, Strict, Uuid } from './fields.ts'
import { PackageId, Period } from './packages.ts'
import { route } from './route.ts'

export const OrderId = Uuid

export const Order = Type.Object({
  orderId: Type.String(),
  action: Type.Union([
    Type.Literal('new'),
    Type.Literal('renew'),
    Type.Literal('upgrade'),
    Type.Literal('pack'),
    Type.Literal('agency'),
  ]),
  state: Type.Union([
    Type.Literal('pending'),
    Type.Literal('paid'),
    Type.Literal('cancelled'),
    Type.Literal('expired'),
    Type.Literal('refunded'),
  ]),
  packageId: Nullable(PackageId),
  packageName: Nullable(Type.String()),
  period: Nullable(Period),
  listFen: Type.Integer(),
  discountFen: Type.Integer(),
  creditFen: Type.Integer(),
  totalFen: Type.Integer(),
  /** The part of it that the balance pays beside an online payment: held while the order is open. */
  balanceFen: Type.Integer(),
  refundedFen: Type.Integer(),
  /** `reseller`: staff sold it by hand; the amounts are what they noted as paid. */
  paidBy: Nullable(Type.Union([Type.Literal('balance'), Type.Literal('online'), Type.Literal('reseller')])),
  createdAt: Instant,
  payBefore: Instant,
  settledAt: Nullable(Instant),
})
export type Order = Static<typeof Order>

export const orders = {
  list: route('GET /api/order/list', {
    access: 'user',
    summary: 'Own orders, newest first',
    input: Strict({ cursor: Type.Optional(Cursor) }),
    output: Type.Object({ items: Type.Array(Order), next: Nullable(Type.String()) }),
  }),
  detail: route('GET /api/order/detail', {
    access: 'user',
    summary: 'One own order',
    input: Strict({ orderId: OrderId }),
    output: Order,
    errors: ['object.unknown'],
  }),
  cancel: route('POST /api/order/cancel', {
    access: 'user',
    summary: 'Give up an unpaid order, and its open payment with it. A payment that still arrives goes to the balance',
    input: Strict({ orderId: OrderId }),
    output: Type.Object({ state: Type.Literal('cancelled') }),
    errors: ['object.unknown', 'order.closed'],
  }),
}
