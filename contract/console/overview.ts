import Type, { type Static } from 'typebox'

import { Nullable } from '../fields.ts'
import { route } from '../route.ts'
import { Day } from './list.ts'
import { overviewDays } from './choices.ts'

/** Amounts that only some may see are null for the others. */
const Figures = Type.Object({
  orders: Type.Integer(),
  salesFen: Type.Integer(),
  marginFen: Nullable(Type.Integer()),
  refundedFen: Type.Integer(),
  toppedUpFen: Type.Integer(),
  newUsers: Type.Integer(),
  /** Who used a line: of a day. Of several days, the mean of a day. */
  activeUsers: Type.Integer(),
})
export type Figures = Static<typeof Figures>

const DayFigures = Type.Object({ day: Day, ...Figures.properties })
export type DayFigures = Static<typeof DayFigures>

/** Counted no further than a list counts. */
const Count = Type.Object({ count: Type.Integer(), isFloor: Type.Boolean() })

const Overview = Type.Object({
  /** Oldest first, the last is today. */
  days: Type.Array(DayFigures),
  now: Figures,
  /** The same number of days before them, up to the same time of day. */
  before: Figures,
  balance: Nullable(
    Type.Object({
      balanceFen: Type.Integer(),
      owedFen: Type.Integer(),
      /** At the pace of the last 30 days; null while trade does not use it up. */
      lastsDays: Nullable(Type.Integer()),
      isLow: Type.Boolean(),
    }),
  ),
  /** What waits for a decision of this reseller. Null: not for this member. */
  waiting: Type.Object({
    withdrawals: Nullable(Type.Integer()),
    refundWishes: Type.Integer(),
    unpaidPayments: Type.Integer(),
    unverifiedDomains: Type.Integer(),
    bulkRuns: Type.Integer(),
  }),
  /** How near the platform's limit is; null where there is none, or it is far. */
  limit: Nullable(Type.Enum(['near', 'full'])),
  /** Whom to contact. Each count is the list of users under the filter of that name. */
  contacts: Type.Object({ ending: Count, overQuota: Count, neverConnected: Count }),
  /** What a new agency has done so far; null once something was sold. */
  beginning: Nullable(
    Type.Object({
      hasBrand: Type.Boolean(),
      hasDomain: Type.Boolean(),
      hasPrices: Type.Boolean(),
      hasCards: Type.Boolean(),
      hasUser: Type.Boolean(),
      isApproved: Type.Boolean(),
    }),
  ),
})
export type Overview = Static<typeof Overview>

export const overview = {
  show: route({
    method: 'GET',
    path: '/api/console/overview/show',
    access: 'staff',
    permission: 'overview.read',
    polls: true,
    summary: 'Figures of the last days, what waits for a decision, and whom to contact',
    input: Type.Object(
      { days: Type.Optional(Type.Integer({ enum: [...overviewDays] })) },
      { additionalProperties: false },
    ),
    output: Overview,
    errors: [],
  }),
}
