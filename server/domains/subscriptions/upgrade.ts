import { addMonths, dayOfMonth } from '../../platform/text/calendar.ts'
import { monthsOf, type Period } from '../catalogue/period.ts'
import type { PaidBy, Worth } from './piece.ts'
import { addPiece, giveUpPieces, worthLeft } from './pieces.ts'
import { freshPlan, sizeOf, withBasis, type Purchase } from './purchase.ts'
import { after, type Clock, type Plan, type Subscription } from './subscription.ts'

/** A factor as two whole numbers, so that nothing is rounded in between. */
type Ratio = { part: number; whole: number }
const ONE: Ratio = { part: 1, whole: 1 }
/** Credit never makes a package longer than this. */
const LONGEST_SECONDS = 3660 * 86_400

/**
 * The list price, the coupon's discount, and the full wholesale price; null when an order of release 0.2.0 does not say
 * it.
 */
export type UpgradePrice = { listFen: number; discountFen: number; fullWholesaleFen: number | null }

/**
 * Changes to another package now, for what was just paid and what is left of the old one, on both prices alike: the
 * user's credit counts against the list price, the platform's against wholesale. The package becomes longer only if
 * both credits exceed their price, by the smaller factor, and shorter if something melted between order and payment.
 * Never pays cash: the rest lapses.
 */
export function upgradePackage(
  subscription: Subscription,
  { plan, period, paid, by }: Purchase,
  { listFen, discountFen, fullWholesaleFen }: UpgradePrice,
  clock: Clock,
): Subscription {
  const credit = worthLeft(subscription, clock.now, clock.timeZone)
  const hasFen = { paidFen: paid.paidFen + credit.paidFen, wholesaleFen: paid.wholesaleFen + credit.wholesaleFen }
  const wholesaleFen = fullWholesaleFen ?? hasFen.wholesaleFen
  const isLonger = credit.paidFen > listFen && credit.wholesaleFen > wholesaleFen
  const ratios = isLonger
    ? [ratio(credit.paidFen, listFen), ratio(credit.wholesaleFen, wholesaleFen)]
    : [ONE, ratio(hasFen.paidFen + discountFen, listFen), ratio(hasFen.wholesaleFen, wholesaleFen)]
  const wanted = ratios.reduce(smaller)
  return change(subscription, { plan, period, by, wanted, wholesaleFen }, clock, (given) => {
    const longer = isLonger ? given : ONE
    const basis = {
      paidFen: Math.min(hasFen.paidFen, Math.max(0, scale(listFen, longer) - discountFen)),
      wholesaleFen: Math.min(hasFen.wholesaleFen, scale(wholesaleFen, longer)),
    }
    const moved = {
      paidFen: Math.max(0, basis.paidFen - paid.paidFen),
      wholesaleFen: Math.max(0, basis.wholesaleFen - paid.wholesaleFen),
    }
    return { basis, moved, receivedFen: basis.wholesaleFen }
  })
}

type Given = { plan: Plan; period: Period; by: PaidBy; costFen: number; wholesaleFen: number }

/**
 * The same as a gift: the user pays nothing, and retail does not matter. A later upgrade counts only what the user had
 * paid before, on either price: a gift's money never comes back.
 */
export function changePackage(subscription: Subscription, given: Given, clock: Clock): Subscription {
  const credit = worthLeft(subscription, clock.now, clock.timeZone)
  const { costFen, wholesaleFen } = given
  const wanted = credit.wholesaleFen > wholesaleFen ? ratio(credit.wholesaleFen, wholesaleFen) : ONE
  return change(subscription, { ...given, wanted }, clock, (longer) => {
    const basis = { ...credit, wholesaleFen: Math.min(credit.wholesaleFen, scale(wholesaleFen, longer)) }
    return { basis, moved: basis, receivedFen: basis.wholesaleFen + costFen }
  })
}

type Change = { plan: Plan; period: Period; by: PaidBy; wanted: Ratio; wholesaleFen: number }
type Worked = { basis: Worth; moved: Worth; receivedFen: number }

/** Replaces all pieces by one new piece. `work` calculates its worth at the factor that it really gets. */
function change(
  subscription: Subscription,
  { plan, period, by, wanted, wholesaleFen }: Change,
  clock: Clock,
  work: (factor: Ratio) => Worked,
): Subscription {
  // Now, even if the old package has not begun yet.
  const at = subscription.pausedAt ?? clock.now
  const wholeEnd = period === 'once' ? null : addMonths(at, monthsOf[period], clock.timeZone)
  const wholeSeconds = wholeEnd ? Math.floor((wholeEnd.getTime() - at.getTime()) / 1000) : 0
  const factor = wholeEnd ? smaller(wanted, ratio(LONGEST_SECONDS, wholeSeconds)) : wanted
  const { basis, moved, receivedFen } = work(factor)
  const into = subscription.lastPiece + 1
  const old = giveUpPieces(subscription, { ...moved, into }, clock)
  const fresh = startFresh(old, { plan, period, wholeEnd, factor }, clock)
  const rate = { rateFen: wholesaleFen, rateSeconds: wholeSeconds, rateBytes: plan.trafficBytes }
  const worth = { paidFen: basis.paidFen, creditFen: basis.wholesaleFen, receivedFen }
  const piece = { ...sizeOf(fresh, clock), packageId: plan.id, by, paid: basis, ...rate, ...worth }
  return withBasis(addPiece(fresh, piece), clock)
}

type Fresh = { plan: Plan; period: Period; wholeEnd: Date | null; factor: Ratio }

function startFresh(old: Subscription, { plan, period, wholeEnd, factor }: Fresh, clock: Clock): Subscription {
  const at = old.pausedAt ?? clock.now
  if (!wholeEnd) {
    const fresh = freshPlan(old, { plan, period, at, endsAt: null }, clock.timeZone)
    return { ...fresh, totalBytes: fresh.packBytes + scale(plan.trafficBytes, factor) }
  }
  const isWhole = factor.part === factor.whole
  const seconds = scale(Math.floor((wholeEnd.getTime() - at.getTime()) / 1000), factor)
  const endsAt = isWhole ? wholeEnd : after(at, seconds)
  const fresh = freshPlan(old, { plan, period, at, endsAt }, clock.timeZone)
  return isWhole ? fresh : { ...fresh, expiryDay: dayOfMonth(endsAt, clock.timeZone) }
}

/** When the whole is 0, any amount is enough. */
function ratio(part: number, whole: number): Ratio {
  return whole > 0 ? { part, whole } : { part: Number.MAX_SAFE_INTEGER, whole: 1 }
}

function smaller(a: Ratio, b: Ratio): Ratio {
  return BigInt(a.part) * BigInt(b.whole) <= BigInt(b.part) * BigInt(a.whole) ? a : b
}

function scale(amount: number, { part, whole }: Ratio): number {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}
