import Type, { type Static } from 'typebox'

import { Instant, Nothing, Nullable, RequestKey, Strict, Uuid } from './fields.ts'
import { route } from './route.ts'

export const PackageId = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })
export const Period = Type.Union([
  Type.Literal('month'),
  Type.Literal('quarter'),
  Type.Literal('half'),
  Type.Literal('year'),
  Type.Literal('once'),
])
const TimedPeriod = Type.Union([
  Type.Literal('month'),
  Type.Literal('quarter'),
  Type.Literal('half'),
  Type.Literal('year'),
])
const NextPackage = Type.Object({ packageId: PackageId, packageName: Type.String(), period: TimedPeriod })
const BuyAction = Type.Union([
  Type.Literal('new'),
  Type.Literal('renew'),
  Type.Literal('upgrade'),
  Type.Literal('pack'),
])
const State = Type.Union([
  Type.Literal('none'),
  Type.Literal('active'),
  Type.Literal('paused'),
  Type.Literal('expired'),
])
const CouponCode = Type.String({ minLength: 3, maxLength: 32, pattern: '^[A-Za-z0-9-]+$' })

const CataloguePackage = Type.Object({
  id: PackageId,
  kind: Type.Union([Type.Literal('plan'), Type.Literal('pack')]),
  name: Type.String(),
  note: Type.String(),
  trafficBytes: Type.Integer(),
  deviceLimit: Type.Integer(),
  lineLimit: Type.Integer(),
  /** Null when no node that this user can use enforces a speed class. */
  speedClass: Nullable(Type.Union([Type.Literal('standard'), Type.Literal('fast'), Type.Literal('fastest')])),
  /** Units left; null: unlimited. */
  stock: Nullable(Type.Integer()),
  /** The plan that this reseller sold most in the last 30 days: at least 5 times, not counting the reader. */
  recommended: Type.Boolean(),
  offers: Type.Array(
    Type.Object({
      period: Period,
      priceFen: Type.Integer(),
      /** The price holds until then; afterwards it is the usual one. */
      special: Nullable(Type.Object({ usualFen: Type.Integer(), until: Instant })),
      /** Less than the package held: it can only follow that one (`/api/tc/next`), not replace it now. */
      isStepDown: Type.Boolean(),
    }),
  ),
})

export const Quote = Type.Object({
  quoteId: Type.String(),
  action: BuyAction,
  packageId: PackageId,
  packageName: Type.String(),
  period: Period,
  listFen: Type.Integer(),
  discountFen: Type.Integer(),
  /** Value of the rest of the current package. */
  creditFen: Type.Integer(),
  /** What of it is lost if this is bought now: neither the price nor the time takes it. */
  lapsingCreditFen: Type.Integer({ minimum: 0 }),
  totalFen: Type.Integer(),
  /**
   * `after` is the state if the user pays now: `bankedSeconds` replaces `expiresAt` while paused; one-time plans have
   * neither.
   */
  /** Gift days that are still to come. This purchase ends them, because nobody paid for them. */
  lapsingGiftDays: Type.Integer({ minimum: 0 }),
  after: Type.Object({
    expiresAt: Nullable(Instant),
    bankedSeconds: Type.Integer(),
    totalBytes: Type.Integer(),
    leftBytes: Type.Integer(),
    nextResetAt: Nullable(Instant),
    deviceLimit: Type.Integer(),
    lineLimit: Type.Integer(),
  }),
  /** The price is guaranteed until then. */
  validUntil: Instant,
})
export type Quote = Static<typeof Quote>

const Trial = Type.Object({
  id: PackageId,
  name: Type.String(),
  note: Type.String(),
  days: Type.Integer(),
  /** For all of its days. */
  trafficBytes: Type.Integer(),
  deviceLimit: Type.Integer(),
  lineLimit: Type.Integer(),
  /** The user must first verify an e-mail address. */
  needsEmail: Type.Boolean(),
})

export const packages = {
  list: route('GET /api/tc/list', {
    access: 'user',
    summary: 'What this reseller sells, and what the user has',
    input: Nothing,
    output: Type.Object({
      items: Type.Array(CataloguePackage),
      /** Only what this user may still have. */
      trials: Type.Array(Trial),
      current: Type.Object({
        state: State,
        packageId: Nullable(PackageId),
        packageName: Nullable(Type.String()),
        /** A free trial: it is neither renewed nor for sale. */
        isTrial: Type.Boolean(),
        period: Nullable(Period),
        expiresAt: Nullable(Instant),
        /** The package waits for the first connection, until then at most. */
        startsBy: Nullable(Instant),
        nextResetAt: Nullable(Instant),
        autoRenew: Type.Boolean(),
        /** Renewed also when the traffic is used up, at this price at most; null: not wanted. */
        renewEarlyFen: Nullable(Type.Integer()),
        /** The package that the user wants from the next period. */
        next: Nullable(NextPackage),
      }),
    }),
  }),
  quote: route('POST /api/tc/quote', {
    access: 'user',
    summary: 'The price to the fen, and what will happen',
    input: Strict({ action: BuyAction, packageId: PackageId, period: Period, coupon: Type.Optional(CouponCode) }),
    output: Quote,
    errors: [
      'package.not_for_sale',
      'package.sold_out',
      'coupon.unknown',
      'coupon.used_up',
      'order.wrong_action',
      'reseller.short',
      'reseller.suspended',
      'reseller.full',
      'request.too_many',
    ],
  }),
  buy: route('POST /api/tc/buy', {
    access: 'user',
    summary: 'Buy at the quoted price, from the balance or online',
    input: Strict({
      quoteId: Uuid,
      payBy: Type.Union([Type.Literal('balance'), Type.Literal('online')]),
      payType: Type.Optional(Type.String({ maxLength: 64 })),
      key: RequestKey,
    }),
    output: Type.Object({
      orderId: Type.String(),
      amountFen: Type.Integer(),
      /** True: pay the order online next. False: the purchase is complete. */
      needsPayment: Type.Boolean(),
      payBefore: Instant,
    }),
    errors: [
      'account.blocked',
      'object.unknown',
      'order.price_changed',
      'order.open',
      'order.closed',
      'order.expired',
      'order.wrong_action',
      'package.not_for_sale',
      'package.sold_out',
      'coupon.unknown',
      'coupon.used_up',
      'balance.short',
      'reseller.short',
      'reseller.suspended',
      'reseller.full',
      'pay.offline_only',
      'request.key_reused',
    ],
  }),
  trial: route('POST /api/tc/trial', {
    access: 'user',
    summary: 'Begin a free trial: once per account and mailbox, and only while no package runs',
    input: Strict({ packageId: PackageId }),
    output: Type.Object({ packageName: Type.String(), expiresAt: Instant, totalBytes: Type.Integer() }),
    errors: [
      'account.blocked',
      'email.not_bound',
      'order.wrong_action',
      'package.not_for_sale',
      'package.sold_out',
      'request.too_many',
      'reseller.full',
      'reseller.suspended',
      'trial.gone',
      'trial.used',
    ],
  }),
  autoRenew: route('POST /api/tc/autoRenew', {
    access: 'user',
    summary: 'Renew from the balance before the package ends, or not',
    input: Strict({ on: Type.Boolean() }),
    output: Type.Object({ autoRenew: Type.Boolean() }),
    errors: ['order.wrong_action', 'package.not_for_sale'],
  }),
  renewEarly: route('POST /api/tc/renewEarly', {
    access: 'user',
    summary: 'With auto-renew: renew a monthly package also when its traffic is used up, never above the price of now',
    input: Strict({ on: Type.Boolean() }),
    output: Type.Object({ renewEarlyFen: Nullable(Type.Integer()) }),
    errors: ['order.wrong_action', 'package.not_for_sale'],
  }),
  next: route('POST /api/tc/next', {
    access: 'user',
    summary: 'Which package follows the current one; null takes the wish back',
    input: Strict({
      next: Nullable(Strict({ packageId: PackageId, period: TimedPeriod })),
    }),
    output: Type.Object({ next: Nullable(NextPackage) }),
    errors: ['order.wrong_action', 'package.not_for_sale'],
  }),
}
