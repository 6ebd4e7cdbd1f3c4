import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RowId, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { PackageId, Period } from '../packages.ts'
import { route } from '../route.ts'
import { Day } from './list.ts'
import { staffLimits } from './staff-limits.ts'
import { trialPayers } from './trial-payers.ts'

const Fen = Type.Integer({ minimum: 1, maximum: limits.moneyMaxFen })

const PriceRow = Type.Object({
  packageId: PackageId,
  packageName: Type.String(),
  kind: Type.Enum(['plan', 'pack']),
  trafficBytes: Type.Integer(),
  period: Period,
  /**
   * For a trial: its days and who bears its wholesale price. It has no retail price; `isOn` says whether the shop gives
   * it away.
   */
  trialDays: Nullable(Type.Integer()),
  trialPaidBy: Nullable(Type.Enum([...trialPayers])),
  /** True: the platform still sells it. */
  isListed: Type.Boolean(),
  wholesaleFen: Type.Integer(),
  suggestedRetailFen: Nullable(Type.Integer()),
  /** Null: the reseller never offered it. */
  retailFen: Nullable(Type.Integer()),
  /** The reseller's own switch. */
  isOn: Type.Boolean(),
  /** True: users can buy it now. */
  sells: Type.Boolean(),
  /** When selling stopped because wholesale rose above retail. */
  stoppedAt: Nullable(Instant),
  /** Lower prices for some days, both included, that hold now or are to come; the soonest first. */
  specials: Type.Array(
    Type.Object({
      specialId: Type.Integer(),
      retailFen: Type.Integer(),
      from: Day,
      to: Day,
      isRunning: Type.Boolean(),
    }),
  ),
  /** How often the shop sold it in the last 30 days. */
  sales: Type.Integer(),
  /** The next, higher wholesale price, and its start. */
  nextWholesaleFen: Nullable(Type.Integer()),
  nextFrom: Nullable(Instant),
})
export type PriceRow = Static<typeof PriceRow>

const OfferName = { packageId: PackageId, period: Period }

const CouponRow = Type.Object({
  couponId: Type.Integer(),
  code: Type.String(),
  percent: Nullable(Type.Integer()),
  amountFen: Nullable(Type.Integer()),
  packageName: Nullable(Type.String()),
  userName: Nullable(Type.String()),
  usesMax: Nullable(Type.Integer()),
  usesPerAccountMax: Nullable(Type.Integer()),
  startsAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  /** Orders with this coupon, including unpaid ones. */
  uses: Type.Integer(),
  /** Discount on paid orders. It is the reseller's own money. */
  costFen: Type.Integer(),
})
export type CouponRow = Static<typeof CouponRow>

const Rule = {
  /** Added to wholesale: percent or fen, one of the two. */
  percent: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  markUpFen: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  /** Cents that every price ends with: 0, 90 or 99; left out, prices are not rounded. */
  ending: Type.Optional(Type.Integer({ enum: [0, 90, 99] })),
}

export const prices = {
  list: route('GET /api/console/prices/list', {
    access: 'staff',
    permission: 'prices.read',
    summary: 'Every package and period with wholesale and retail',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(PriceRow) }),
  }),
  preview: route('GET /api/console/prices/preview', {
    access: 'staff',
    permission: 'prices.write',
    summary: 'What a rule would make of every retail price',
    input: Strict(Rule),
    output: Type.Object({
      rows: Type.Array(
        Type.Object({
          ...OfferName,
          retailFen: Nullable(Type.Integer()),
          newRetailFen: Type.Integer(),
        }),
      ),
    }),
  }),
  set: route('POST /api/console/prices/set', {
    access: 'staff',
    permission: 'prices.write',
    summary: 'Set retail prices, all of them or none. Below wholesale each needs a confirmation of that very pair',
    input: Strict({
      changes: Type.Array(
        Strict({
          ...OfferName,
          retailFen: Fen,
          confirm: Type.Optional(Strict({ retailFen: Fen, wholesaleFen: Fen })),
        }),
        { minItems: 1, maxItems: 500 },
      ),
    }),
    output: Done,
    errors: ['object.unknown', 'package.not_for_sale', 'offer.below_wholesale', 'reseller.suspended'],
  }),
  addSpecial: route('POST /api/console/prices/add-special', {
    access: 'staff',
    once: true,
    permission: 'prices.write',
    summary: 'A lower price for some days, both included. Never below wholesale, and one at a time',
    input: Strict({ ...OfferName, retailFen: Fen, from: Day, to: Day }),
    output: Type.Object({ specialId: Type.Integer() }),
    errors: [
      'object.unknown',
      'package.not_for_sale',
      'offer.below_wholesale',
      'offer.special_taken',
      'reseller.suspended',
    ],
  }),
  endSpecial: route('POST /api/console/prices/end-special', {
    access: 'staff',
    permission: 'prices.write',
    summary: 'Take back a price for some days, or end it: the usual one holds from now on',
    input: Strict({ specialId: RowId }),
    output: Type.Object({}),
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  switch: route('POST /api/console/prices/switch', {
    access: 'staff',
    permission: 'prices.write',
    summary: 'Take an offer off the shop or put it back',
    input: Strict({ ...OfferName, on: Type.Boolean() }),
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  coupons: route('GET /api/console/prices/coupons', {
    secret: true,
    access: 'staff',
    permission: 'prices.read',
    summary: 'The latest 200 coupons with their use and cost; those that are over too if wanted',
    input: Strict({ all: Type.Optional(Type.Boolean()) }),
    output: Type.Object({ rows: Type.Array(CouponRow) }),
  }),
  addCoupon: route('POST /api/console/prices/add-coupon', {
    access: 'staff',
    once: true,
    permission: 'prices.write',
    summary: "A discount for users, at the reseller's expense",
    input: Strict({
      code: Type.String({ minLength: 3, maxLength: 32 }),
      percent: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      amountFen: Type.Optional(Fen),
      packageId: Type.Optional(PackageId),
      userName: Type.Optional(Type.String({ minLength: 1, maxLength: limits.userNameMax })),
      usesMax: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      usesPerAccountMax: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      endsDays: Type.Optional(Type.Integer({ minimum: 1, maximum: staffLimits.grantDaysMax })),
    }),
    output: Type.Object({ couponId: Type.Integer() }),
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  endCoupon: route('POST /api/console/prices/end-coupon', {
    access: 'staff',
    permission: 'prices.write',
    summary: 'Nobody can use it from now on; orders that have it keep it',
    input: Strict({ code: Type.String({ minLength: 3, maxLength: 32 }) }),
    output: Done,
    errors: ['coupon.unknown', 'reseller.suspended'],
  }),
}
