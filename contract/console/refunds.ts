import Type, { type Static } from 'typebox'

import { Done, Instant, Nullable, RequestKey, ResellerKey, RowId, Strict, Uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { adjustmentWays } from './choices.ts'

const Fen = Type.Integer({ minimum: 1, maximum: limits.moneyMaxFen })
const Reason = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const RefundState = Type.Enum(['asked', 'done', 'refused'])

/** An order, or a payment that went to a balance. */
const Subject = {
  resellerId: ResellerKey,
  orderId: Type.Optional(Uuid),
  paymentId: Type.Optional(Uuid),
}

const WishRow = Type.Object({
  wishId: Type.Integer(),
  resellerId: ResellerKey,
  title: Type.String(),
  orderId: Nullable(Type.String()),
  paymentId: Nullable(Type.String()),
  outTradeNo: Nullable(Type.String()),
  amountFen: Type.Integer(),
  reason: Type.String(),
  askedBy: Type.String(),
  createdAt: Instant,
})
export type WishRow = Static<typeof WishRow>

const RefundRow = Type.Object({
  outRequestNo: Type.String(),
  outTradeNo: Type.String(),
  resellerId: ResellerKey,
  state: RefundState,
  amountFen: Type.Integer(),
  reason: Type.String(),
  by: Type.String(),
  createdAt: Instant,
})
export type RefundRow = Static<typeof RefundRow>

/** Ways to give money back: to the gateway, to the user's balance, or through the reseller's own merchant. */
const Way = Type.Enum(['gateway', 'balance', 'own_merchant', 'reseller'])
const Refundable = Type.Object({
  resellerId: ResellerKey,
  title: Type.String(),
  orderId: Nullable(Type.String()),
  paymentId: Nullable(Type.String()),
  outTradeNo: Nullable(Type.String()),
  userName: Nullable(Type.String()),
  packageName: Nullable(Type.String()),
  paidFen: Type.Integer(),
  leftFen: Type.Integer(),
  way: Way,
})
export type Refundable = Static<typeof Refundable>

const Effect = Type.Object({
  /** The ledger postings it would cause, by account; their sum is 0. */
  moves: Type.Array(
    Type.Object({
      account: Type.String(),
      whose: Type.Enum(['user', 'reseller', 'platform']),
      amountFen: Type.Integer(),
    }),
  ),
  /** The user's package before and after; null when the refund does not touch it. */
  service: Nullable(
    Type.Object({
      expiresBefore: Nullable(Instant),
      expiresAfter: Nullable(Instant),
      bytesBefore: Type.Integer(),
      bytesAfter: Type.Integer(),
    }),
  ),
})
export type RefundEffect = Static<typeof Effect>

const Refunded = Type.Object({ state: RefundState, amountFen: Type.Integer() })
const write = { access: 'staff', permission: 'refunds.make', scope: 'platform' } as const

export const refunds = {
  wishes: route('GET /api/console/refunds/wishes', {
    ...write,
    summary: 'Refunds that resellers ask for, the oldest first, up to 100',
    input: Strict({}),
    output: Type.Object({ rows: Type.Array(WishRow) }),
  }),
  list: route('GET /api/console/refunds/list', {
    ...write,
    summary: 'The latest 100 refunds through gateways and what became of them',
    input: Strict({}),
    output: Type.Object({ rows: Type.Array(RefundRow) }),
  }),
  find: route('GET /api/console/refunds/find', {
    ...write,
    summary: 'An order or a payment by its number, at any reseller, with what could still go back',
    input: Strict({ number: Type.String({ minLength: 1, maxLength: 64 }) }),
    output: Refundable,
    errors: ['object.unknown'],
  }),
  preview: route('POST /api/console/refunds/preview', {
    ...write,
    summary: 'What a refund would do to the books and to the user’s package. Changes nothing',
    input: Strict({ ...Subject, amountFen: Fen }),
    output: Effect,
    errors: ['balance.short', 'object.unknown', 'refund.too_much', 'reseller.short'],
  }),
  make: route('POST /api/console/refunds/make', {
    ...write,
    stepUp: true,
    summary: 'Give money back to where it came from: to the gateway, or to the balance it was paid from',
    input: Strict({ ...Subject, amountFen: Fen, reason: Reason, key: RequestKey }),
    output: Refunded,
    errors: ['balance.short', 'object.unknown', 'refund.too_much', 'request.key_reused', 'reseller.short'],
  }),
  grant: route('POST /api/console/refunds/grant', {
    ...write,
    stepUp: true,
    summary: 'Give back what a reseller asked for',
    input: Strict({ wishId: RowId }),
    output: Refunded,
    errors: ['balance.short', 'object.unknown', 'refund.too_much', 'reseller.short'],
  }),
  decline: route('POST /api/console/refunds/decline', {
    ...write,
    summary: 'Say no to a wish; the reseller reads why',
    input: Strict({ wishId: RowId, answer: Reason }),
    output: Done,
    errors: ['object.unknown'],
  }),
  resolve: route('POST /api/console/refunds/resolve', {
    ...write,
    stepUp: true,
    summary: 'Somebody saw at the provider what became of a refund that is only asked for',
    input: Strict({ outRequestNo: Type.String({ maxLength: 64 }), outcome: Type.Enum(['done', 'refused']) }),
    output: Done,
    errors: ['object.unknown'],
  }),
}

const Whose = {
  resellerId: ResellerKey,
  userName: Type.Optional(Type.String({ minLength: 1, maxLength: limits.userNameMax })),
}
const Pocket = Type.Object({
  title: Type.String(),
  userName: Nullable(Type.String()),
  balanceFen: Type.Integer(),
  /** The reseller's debt. */
  owedFen: Type.Integer(),
})
export type AdjustedPocket = Static<typeof Pocket>

const Unclaimed = Type.Object({
  resellerId: ResellerKey,
  accountId: Type.Integer(),
  balanceFen: Type.Integer(),
})
export type UnclaimedRow = Static<typeof Unclaimed>

const Adjustment = Type.Object({
  id: Type.Integer(),
  resellerId: ResellerKey,
  title: Type.String(),
  /** Null: it changed the reseller's own balance. */
  userName: Nullable(Type.String()),
  how: Type.Enum([...adjustmentWays]),
  /** As booked: negative when money was taken. */
  amountFen: Type.Integer(),
  reason: Type.String(),
  by: Type.String(),
  createdAt: Instant,
})
export type AdjustmentRow = Static<typeof Adjustment>

const adjust = { access: 'staff', permission: 'adjustments.make', scope: 'platform' } as const

export const adjustments = {
  look: route('GET /api/console/adjustments/look', {
    ...adjust,
    summary: 'The balance of a reseller or of one of its users, before it is adjusted',
    input: Strict(Whose),
    output: Pocket,
    errors: ['object.unknown', 'reseller.unknown'],
  }),
  make: route('POST /api/console/adjustments/make', {
    ...adjust,
    stepUp: true,
    summary: 'Book what was paid by bank transfer, a gift or a correction. It never makes a debt',
    input: Strict({
      ...Whose,
      how: Type.Enum([...adjustmentWays]),
      amountFen: Fen,
      reason: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      key: RequestKey,
    }),
    output: Type.Object({ balanceFen: Type.Integer() }),
    errors: ['balance.short', 'object.unknown', 'request.key_reused', 'reseller.unknown'],
  }),
  list: route('GET /api/console/adjustments/list', {
    ...adjust,
    summary: 'What was booked by hand, the newest first, up to 100',
    input: Strict({}),
    output: Type.Object({ rows: Type.Array(Adjustment) }),
  }),
  unclaimed: route('GET /api/console/adjustments/unclaimed', {
    ...adjust,
    summary: 'Money that came for accounts after their deletion',
    input: Strict({}),
    output: Type.Object({ rows: Type.Array(Unclaimed) }),
  }),
  payOutUnclaimed: route('POST /api/console/adjustments/pay-out-unclaimed', {
    ...adjust,
    stepUp: true,
    summary: 'Book what was given back by hand to somebody who is gone',
    input: Strict({
      resellerId: ResellerKey,
      accountId: RowId,
      amountFen: Fen,
      by: Type.Enum(['platform', 'reseller']),
      reason: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      key: RequestKey,
    }),
    output: Type.Object({ leftFen: Type.Integer() }),
    errors: ['balance.short', 'object.unknown', 'request.key_reused'],
  }),
}
