import { readOldCode } from '../../../../contract/card-code.ts'
import type { GiftWorth, Period, SourceGift, SourcePlan } from '../neutral.ts'
import type { FindingCode } from './finding-texts.ts'

const LARGE_FEN = 10_000_000n
const DAYS_MAX = 3660
const FEN_MAX = 100_000_000n
const GIB_MAX = 8_388_607n
const BY_TIME: readonly Period[] = ['month', 'quarter', 'half', 'year']

/** What decides whether days of a plan can be a key: it has traffic, and somebody knows what it costs. */
export type PlanForGifts = { hasTraffic: boolean; isSoldByTime: boolean; isSoldOnce: boolean }
export type PlansForGifts = ReadonlyMap<number, PlanForGifts>

export function planForGifts({ quotaGib, prices }: Pick<SourcePlan, 'quotaGib' | 'prices'>): PlanForGifts {
  const isSold = (period: Period) => {
    const price = prices.get(period)
    return price !== undefined && !price.isOdd && price.fen >= 1n && price.fen <= FEN_MAX
  }
  return {
    hasTraffic: quotaGib > 0n && quotaGib <= GIB_MAX,
    isSoldByTime: BY_TIME.some(isSold),
    isSoldOnce: isSold('once'),
  }
}

/** Why this one code does not come, whatever it gives. */
export function codeProblem(
  { code, usesLeft, startsAt, endsAt }: Omit<SourceGift, 'worth'>,
  nowSeconds: number,
  isKnown: (code: string) => boolean,
): FindingCode | null {
  if (usesLeft <= 0 || (endsAt !== null && endsAt <= nowSeconds)) return 'giftOver'
  if (startsAt !== null && startsAt > nowSeconds) return 'giftLater'
  if (usesLeft > 1) return 'giftMany'
  const own = readOldCode(code)
  if (own === null) return 'giftCode'
  return isKnown(own) ? 'giftDouble' : null
}

/** Why what a code gives cannot be a key. Null: it can, or, with traffic, when a pack sets its price. */
export function worthProblem(worth: GiftWorth, plans: PlansForGifts): FindingCode | null {
  const { kind, value, days, bytes, hasConditions } = worth
  if (hasConditions) return 'giftConditions'
  if (kind === 'money') return value.isOdd || value.fen < 1n || value.fen > LARGE_FEN ? 'giftOdd' : null
  if (kind === 'traffic') return bytes < 1n || bytes > GIB_MAX * 1_073_741_824n ? 'giftOdd' : 'giftTraffic'
  if (kind !== 'days' && kind !== 'plan') return 'giftOther'
  const plan = planOf(worth, plans)
  if (plan === null) return kind === 'days' ? 'giftDays' : 'giftPlan'
  if (days < 0 || days > DAYS_MAX || (kind === 'days' && days === 0)) return 'giftOdd'
  const isPriced = days === 0 ? plan.plan.isSoldOnce : plan.plan.isSoldByTime
  return plan.plan.hasTraffic && isPriced ? null : 'giftPlan'
}

/** Days of whatever plan a user has are days of the only one there is. */
export function planOf(
  { kind, planId }: Pick<GiftWorth, 'kind' | 'planId'>,
  plans: PlansForGifts,
): { id: number; plan: PlanForGifts } | null {
  const timed = [...plans].filter(([, plan]) => plan.hasTraffic)
  const id = kind === 'days' ? (timed.length === 1 ? timed[0]![0] : null) : planId
  const plan = id === null ? undefined : plans.get(id)
  return plan === undefined ? null : { id: id!, plan }
}
