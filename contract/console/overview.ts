import Type, { type Static } from 'typebox'

import { Instant, Nullable, Strict } from '../fields.ts'
import { route } from '../route.ts'
import { overviewDays } from './choices.ts'
import { Day } from './list.ts'

/**
 * Orders of the shop, and card keys beside them. Amounts are null for members who may not see them. Refunds and what they
 * took of the margin belong to the sales of these days, whenever they came: so do the rows behind a figure.
 */
const Figures = Type.Object({
  orders: Type.Integer(),
  salesFen: Nullable(Type.Integer()),
  marginFen: Nullable(Type.Integer()),
  refundedFen: Nullable(Type.Integer()),
  toppedUpFen: Nullable(Type.Integer()),
  newUsers: Type.Integer(),
  /** Users of a line on one day. For several days, the daily average. */
  activeUsers: Type.Integer(),
  /**
   * Card keys that were redeemed: how many, at the reseller's own prices, at what they cost; and the face value of those
   * that gave balance, which is in `salesFen` once it is spent. Sold in all: `salesFen + keySalesFen - keyFaceFen`.
   */
  keys: Type.Integer(),
  keySalesFen: Nullable(Type.Integer()),
  keyCostFen: Nullable(Type.Integer()),
  keyFaceFen: Nullable(Type.Integer()),
})
export type Figures = Static<typeof Figures>

const DayFigures = Type.Object({ day: Day, ...Figures.properties })
export type DayFigures = Static<typeof DayFigures>

/** The count stops where a list stops counting. */
const Count = Type.Object({ count: Type.Integer(), isFloor: Type.Boolean() })

const Overview = Type.Object({
  /** Oldest first; the last one is today. */
  days: Type.Array(DayFigures),
  now: Figures,
  /** The same number of days before, up to the same time of day. */
  before: Figures,
  balance: Nullable(
    Type.Object({
      balanceFen: Type.Integer(),
      owedFen: Type.Integer(),
      /** How long the balance lasts at the pace of the last 30 days; null when sales do not reduce it. */
      lastsDays: Nullable(Type.Integer()),
      /** What the unused keys have cost, and how long they last at the pace at which keys were redeemed. */
      keysFen: Type.Integer(),
      keysLastDays: Nullable(Type.Integer()),
      isLow: Type.Boolean(),
    }),
  ),
  /** Gift links that users sold each other in these days, part of `now`; null where there are none. */
  links: Nullable(Type.Object({ count: Type.Integer(), salesFen: Nullable(Type.Integer()) })),
  /** Open decisions of this reseller. Null: this member may not decide them. */
  waiting: Type.Object({
    withdrawals: Nullable(Type.Integer()),
    refundWishes: Type.Integer(),
    /** As the list of stuck payments shows them: paid or held, and without goods yet. */
    stuckPayments: Type.Integer(),
    /** Nodes with users of this reseller that do not work now. */
    nodesDown: Type.Integer(),
    /** What the users are told of nodes that do not work: since when, and of how many. */
    outage: Nullable(Type.Object({ nodes: Type.Integer(), since: Instant })),
    unverifiedDomains: Type.Integer(),
    bulkRuns: Type.Integer(),
    /** The newest bulk of the last week by which users are still blocked; null also for members who may not run bulks. */
    blocked: Nullable(
      Type.Object({ bulkId: Type.String(), people: Type.Integer(), by: Type.String(), at: Type.String() }),
    ),
    tickets: Nullable(Type.Integer()),
  }),
  /** The help desk in these days; null for members who do not answer, and where nothing was asked. */
  help: Nullable(
    Type.Object({
      solved: Type.Integer(),
      /** From the question to the first answer, on average. */
      firstAnswerMinutes: Nullable(Type.Integer()),
    }),
  ),
  /** How near the platform's limit is; null without a limit or far from it. */
  limit: Nullable(Type.Enum(['near', 'full'])),
  /** Users to contact. Each count is of the users list under the filter of that name. Null before they were first counted. */
  contacts: Nullable(
    Type.Object({
      ending: Count,
      overQuota: Count,
      neverConnected: Count,
      /** They are counted now and then: `isCounting` says that newer ones come within seconds. */
      countedAt: Type.String(),
      isCounting: Type.Boolean(),
    }),
  ),
  /** First steps of a new reseller; null once they were put away, and for members without `brand.write`. */
  beginning: Nullable(
    Type.Object({
      /** A member set a price, or said that those it began with are right. */
      hasPrices: Type.Boolean(),
      hasBrand: Type.Boolean(),
      hasFunds: Type.Boolean(),
      hasCards: Type.Boolean(),
      hasUser: Type.Boolean(),
      hasDomain: Type.Boolean(),
      isApproved: Type.Boolean(),
      hasSold: Type.Boolean(),
      /** Where users of this reseller register. */
      link: Type.String(),
    }),
  ),
})
export type Overview = Static<typeof Overview>

export const overview = {
  show: route('GET /api/console/overview/show', {
    access: 'staff',
    permission: 'overview.read',
    polls: true,
    summary: 'Figures of the last days, what waits for a decision, and whom to contact',
    input: Strict({ days: Type.Optional(Type.Integer({ enum: [...overviewDays] })) }),
    output: Overview,
  }),
  guide: route('POST /api/console/overview/guide', {
    access: 'staff',
    permission: 'brand.write',
    summary: 'First steps: the prices are right as they are, or the guide is put away for everybody',
    input: Strict({ step: Type.Enum(['prices-seen', 'dismissed']) }),
    output: Type.Object({}),
    errors: ['reseller.suspended'],
  }),
}
