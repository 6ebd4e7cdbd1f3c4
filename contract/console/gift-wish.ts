import Type, { type Static } from 'typebox'

import { limits } from '../limits.ts'
import { PackageId } from '../packages.ts'
import { staffLimits } from './staff-limits.ts'

const strict = { additionalProperties: false } as const

/** The kinds of gifts for a user. */
export const DaysWish = Type.Object(
  { kind: Type.Literal('days'), days: Type.Integer({ minimum: 1, maximum: staffLimits.grantDaysMax }) },
  strict,
)
export const TrafficWish = Type.Object(
  { kind: Type.Literal('traffic'), gb: Type.Integer({ minimum: 1, maximum: staffLimits.grantGbMax }) },
  strict,
)
export const GiftWish = Type.Union([
  DaysWish,
  TrafficWish,
  Type.Object(
    { kind: Type.Literal('balance'), amountFen: Type.Integer({ minimum: 1, maximum: limits.moneyMaxFen }) },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('package'),
      packageId: PackageId,
      period: Type.Enum(['month', 'quarter', 'half', 'year']),
    },
    strict,
  ),
])
export type GiftWish = Static<typeof GiftWish>

/** Platform staff choose who pays. Gifts from a reseller's staff always cost the reseller. */
export const GiftPayer = Type.Enum(['reseller', 'platform'])
