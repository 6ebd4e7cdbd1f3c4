import Type, { type Static } from 'typebox'

import { Instant, Nullable, ResellerKey, Strict } from '../fields.ts'
import { route } from '../route.ts'
import { overviewDays } from './choices.ts'
import { Day } from './list.ts'

/** Sums over all resellers. Amounts are null for members who may not see them. */
const Figures = Type.Object({
  salesFen: Nullable(Type.Integer()),
  /** What users paid, and what went out to resellers and users. */
  inFen: Nullable(Type.Integer()),
  outFen: Nullable(Type.Integer()),
  newUsers: Type.Integer(),
  /** Users of a line, as a daily average. */
  activeUsers: Type.Integer(),
})
export type PlatformFigures = Static<typeof Figures>

const Named = { resellerId: ResellerKey, title: Type.String() }
const PlatformOverview = Type.Object({
  /** Oldest first; the last one is today. Empty for members who may not see amounts. */
  days: Type.Array(Type.Object({ day: Day, salesFen: Type.Integer() })),
  now: Figures,
  before: Figures,
  /** Open decisions of the platform. Null: this member may not decide them. */
  waiting: Type.Object({
    withdrawals: Nullable(Type.Integer()),
    payouts: Nullable(Type.Integer()),
    agencies: Type.Integer(),
    refundWishes: Nullable(Type.Integer()),
    failedJobs: Nullable(Type.Integer()),
    lateMails: Nullable(Type.Integer()),
    alerts: Type.Integer(),
  }),
  /** Resellers whose sales rose or fell most compared with the days before; null for members who may not see amounts. */
  growth: Nullable(Type.Array(Type.Object({ ...Named, salesFen: Type.Integer(), beforeFen: Type.Integer() }))),
  trouble: Type.Array(
    Type.Object({ ...Named, reasons: Type.Array(Type.Enum(['suspended', 'full', 'nearLimit', 'owes'])) }),
  ),
  nodes: Type.Object({ up: Type.Integer(), maintenance: Type.Integer(), down: Type.Integer() }),
  jobs: Type.Object({ waiting: Type.Integer(), running: Type.Integer(), failed: Type.Integer() }),
  books: Nullable(Type.Object({ checkedAt: Instant, problems: Type.Integer() })),
  /** First steps of a new platform; null once they were put away, or it has long been selling. */
  beginning: Nullable(
    Type.Object({
      hasMerchant: Type.Boolean(),
      hasPackages: Type.Boolean(),
      hasPrices: Type.Boolean(),
      hasNode: Type.Boolean(),
      hasReseller: Type.Boolean(),
      /** Some reseller may be paid online. */
      hasOnline: Type.Boolean(),
      hasSold: Type.Boolean(),
    }),
  ),
})
export type PlatformOverview = Static<typeof PlatformOverview>

const Sought = Strict({ search: Type.String({ minLength: 1, maxLength: 100 }) })

export const platform = {
  overview: route('GET /api/console/platform/overview', {
    access: 'staff',
    permission: 'overview.read',
    scope: 'platform',
    polls: true,
    summary: 'How the platform goes, and what waits for its decision',
    input: Strict({ days: Type.Optional(Type.Integer({ enum: [...overviewDays] })) }),
    output: PlatformOverview,
  }),
  dismissGuide: route('POST /api/console/platform/dismiss-guide', {
    access: 'staff',
    permission: 'packages.write',
    scope: 'platform',
    summary: "Put the platform's first steps away for everybody",
    input: Strict({}),
    output: Type.Object({}),
  }),
  findUsers: route('GET /api/console/platform/find-users', {
    access: 'staff',
    permission: 'users.read',
    scope: 'platform',
    summary: 'A few users of the resellers that this member may enter: by a part of the name or mail, or the id',
    input: Sought,
    output: Type.Object({
      rows: Type.Array(
        Type.Object({ ...Named, id: Type.Integer(), userName: Type.String(), packageName: Nullable(Type.String()) }),
      ),
    }),
  }),
  findOrders: route('GET /api/console/platform/find-orders', {
    access: 'staff',
    permission: 'orders.read',
    scope: 'platform',
    summary: 'A few orders of the same resellers: by the beginning of the number, or the number of the payment',
    input: Sought,
    output: Type.Object({
      rows: Type.Array(
        Type.Object({
          ...Named,
          orderId: Type.String(),
          userName: Type.String(),
          packageName: Nullable(Type.String()),
        }),
      ),
    }),
  }),
}
