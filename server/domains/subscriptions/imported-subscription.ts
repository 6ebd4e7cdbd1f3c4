import { addMonths, dayOfMonth } from '../../platform/text/calendar.ts'
import { monthsOf, type Period } from '../catalogue/period.ts'
import { addPiece } from './pieces.ts'
import { sizeOf, withBasis } from './purchase.ts'
import { NO_SUBSCRIPTION } from './subscription-store.ts'
import { serviceState, type Clock, type Plan, type Subscription } from './subscription.ts'

export type ImportedPrice = { period: Period; retailFen: number; wholesaleFen: number }
export type ImportedService = {
  plan: Plan
  prices: readonly ImportedPrice[]
  /** Null: a one-time plan, whose traffic lasts until it is used. */
  endsAt: Date | null
  /** The traffic of this month, or of the one-time plan. */
  totalBytes: number
  usedBytes: number
}

const MONTH_S = 30 * 86_400
const LONGEST_MONTH_MS = 31 * 86_400_000

/**
 * A package that was sold by another panel and goes on here. Nobody pays wholesale for the time that is left: the
 * platform bears it, at the lowest price by the day, and the piece says how much. For the user it counts at an upgrade as
 * what it cost there at least.
 */
export function importedSubscription(service: ImportedService, clock: Clock): Subscription {
  const { plan, endsAt, totalBytes, usedBytes } = service
  const period = endsAt === null ? 'once' : periodOf(service.prices)
  const subscription: Subscription = {
    ...NO_SUBSCRIPTION,
    packageId: plan.id,
    period,
    expiresAt: endsAt,
    usedBytes,
    totalBytes,
    monthBytes: endsAt === null ? 0 : plan.trafficBytes,
    ...resetOf(endsAt, clock),
    deviceLimit: plan.deviceLimit,
    lineLimit: plan.lineLimit,
    speedClass: plan.speedClass,
  }
  return serviceState(subscription, clock.now) === 'active'
    ? withImportedPiece(subscription, service, clock)
    : subscription
}

function withImportedPiece(subscription: Subscription, { plan, prices }: ImportedService, clock: Clock): Subscription {
  const size = sizeOf(subscription, clock)
  const isOnce = size.kind === 'once'
  const amount = isOnce ? size.bytes : size.seconds
  const ofKind = prices.filter(({ period }) => (period === 'once') === isOnce)
  const unitsOf = ({ period }: ImportedPrice) => (isOnce ? plan.trafficBytes : monthsOf[period] * MONTH_S)
  const least = (fenOf: (price: ImportedPrice) => number, round: 'up' | 'down') =>
    Math.min(...ofKind.map((price) => shareOf(fenOf(price), amount, unitsOf(price), round)))
  const isPriced = ofKind.length > 0
  const paidFen = isPriced ? least(({ retailFen }) => retailFen, 'down') : 0
  const ownFen = isPriced ? least(({ wholesaleFen }) => wholesaleFen, 'up') : 0
  const added = addPiece(subscription, {
    ...size,
    packageId: plan.id,
    paid: { paidFen, wholesaleFen: ownFen },
    creditFen: 0,
    receivedFen: 0,
    by: null,
  })
  const pieces = added.pieces.map((piece) => ({ ...piece, ownFen }))
  return withBasis({ ...added, pieces }, clock)
}

/** Exact, whatever the size: a lifetime of days is more than one price buys. */
function shareOf(fen: number, part: number, whole: number, round: 'up' | 'down'): number {
  const more = round === 'up' ? BigInt(whole) - 1n : 0n
  return Number((BigInt(fen) * BigInt(part) + more) / BigInt(whole))
}

/** The shortest that is sold. */
function periodOf(prices: readonly ImportedPrice[]): Period {
  const [shortest] = prices
    .map(({ period }) => period)
    .filter((period) => period !== 'once')
    .toSorted((one, other) => monthsOf[one] - monthsOf[other])
  return shortest ?? 'month'
}

type Reset = Pick<Subscription, 'expiryDay' | 'resetDay' | 'nextResetAt'>

/** Traffic starts again each month on the day of the end. */
function resetOf(endsAt: Date | null, { now, timeZone }: Clock): Reset {
  if (!endsAt || endsAt <= now) return { expiryDay: null, resetDay: null, nextResetAt: null }
  const day = dayOfMonth(endsAt, timeZone)
  const monthsBefore = (months: number) => addMonths(endsAt, -months, timeZone, day)
  let months = Math.floor((endsAt.getTime() - now.getTime()) / LONGEST_MONTH_MS)
  while (monthsBefore(months + 1) > now) months++
  while (months > 0 && monthsBefore(months) <= now) months--
  return { expiryDay: day, resetDay: day, nextResetAt: monthsBefore(months) }
}
