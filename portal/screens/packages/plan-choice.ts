import type { Quote } from '../../../contract/packages.ts'
import type { BuyAction, Catalogue, Current, Package, Period } from './catalogue.ts'

const PERIODS: readonly Period[] = ['month', 'quarter', 'half', 'year', 'once']
const MONTHS: Record<Period, number | null> = { month: 1, quarter: 3, half: 6, year: 12, once: null }

/** Every period that some plan is sold for, shortest first. */
export function periodsOf(plans: readonly Package[]): Period[] {
  return PERIODS.filter((period) => plans.some((plan) => priceOf(plan, period) !== null))
}

/** Null: not for sale. It never means free. */
export function priceOf(plan: Package, period: Period): number | null {
  return offerOf(plan, period)?.priceFen ?? null
}

/** What it will cost then: a special price may be over. */
export function priceAt(plan: Package, period: Period, atMs: number): number | null {
  const offer = offerOf(plan, period)
  if (!offer) return null
  return offer.special && Date.parse(offer.special.until) <= atMs ? offer.special.usualFen : offer.priceFen
}

export function offerOf(plan: Package, period: Period): Package['offers'][number] | undefined {
  return plan.offers.find((offer) => offer.period === period)
}

/**
 * Rounded up to the fen, so that the shown price is never below the real one. Null if there are no months to divide by.
 */
export function monthlyFen(priceFen: number, period: Period): number | null {
  const months = MONTHS[period]
  return months === null ? null : Math.ceil(priceFen / months)
}

/** Compared with paying monthly, rounded down; null when nothing is saved or there is no monthly price. */
export function savedPercent(plan: Package, period: Period): number | null {
  const [price, monthPrice, months] = [priceOf(plan, period), priceOf(plan, 'month'), MONTHS[period]]
  if (price === null || monthPrice === null || months === null || months === 1) return null
  const percent = Math.floor(((monthPrice * months - price) * 100) / (monthPrice * months))
  return percent > 0 ? percent : null
}

/** The least saving of all plans sold for this period; null when one of them saves nothing. */
export function commonSaving(plans: readonly Package[], period: Period): number | null {
  const sold = plans.filter((plan) => priceOf(plan, period) !== null)
  return Math.min(...sold.map((plan) => savedPercent(plan, period) ?? 0)) || null
}

export function isRunning(current: Current): boolean {
  return current.state === 'active' || current.state === 'paused'
}

/** As the server decides: plans with and without a period are different kinds of the same plan. */
export function actionOf(current: Current, plan: Package, period: Period): BuyAction {
  if (plan.kind === 'pack') return 'pack'
  const isSameKind = current.packageId === plan.id && (current.period === 'once') === (period === 'once')
  if (isSameKind && current.state !== 'none') return 'renew'
  return isRunning(current) ? 'upgrade' : 'new'
}

/** The server refuses a lower plan at once: it can only follow the current one. */
export function isStepDown(current: Current, plan: Package, period: Period): boolean {
  return offerOf(plan, period)?.isStepDown === true && actionOf(current, plan, period) === 'upgrade'
}

export type Later = { packageId: string; period: Exclude<Period, 'once'> }

/** From which share of the credit on its loss is worth waiting for the end of the period. */
const WORTH_WAITING_PERCENT = 10

/** The wish that would lose nothing, if buying now loses much. Only plans with a period follow each other. */
export function laterChoice(quote: LapsingQuote, current: Pick<Current, 'period'>): Later | null {
  const { action, packageId, period, creditFen, lapsingCreditFen } = quote
  if (action !== 'upgrade' || period === 'once' || current.period === 'once') return null
  return lapsingCreditFen * 100 > creditFen * WORTH_WAITING_PERCENT ? { packageId, period } : null
}

type LapsingQuote = Pick<Quote, 'action' | 'packageId' | 'period' | 'creditFen' | 'lapsingCreditFen'>

/** The plans on sale. The user's own comes first: most people come here to renew. */
export function inOrder(items: readonly Package[], { packageId }: Current): Package[] {
  const isOther = ({ id }: Package) => Number(id !== packageId)
  return items.filter(({ kind }) => kind === 'plan').toSorted((a, b) => isOther(a) - isOther(b))
}

/**
 * The plan whose button alone stands out: an ended plan to renew, else what is recommended of those that can be bought or
 * stepped up to, else the first of them.
 */
export function accentPlan(
  { items, current }: Pick<Catalogue, 'items' | 'current'>,
  period: Period,
): Package | undefined {
  const wanted = items.filter(
    (plan) =>
      plan.kind === 'plan' && plan.stock !== 0 && priceOf(plan, period) !== null && !isStepDown(current, plan, period),
  )
  const renewal = wanted.find((plan) => actionOf(current, plan, period) === 'renew')
  if (renewal && current.state === 'expired') return renewal
  const others = wanted.filter((plan) => plan !== renewal)
  return others.find(({ recommended }) => recommended) ?? others[0]
}

export function firstPeriod(plans: readonly Package[], current: Current): Period {
  const periods = periodsOf(plans)
  return periods.find((period) => period === current.period) ?? periods[0] ?? 'month'
}
