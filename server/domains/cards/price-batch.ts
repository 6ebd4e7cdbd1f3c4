import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { limits } from '../../../contract/limits.ts'
import { fail } from '../../platform/errors.ts'
import { getOffer, type Offer, type PriceClock } from '../catalogue/get-package.ts'
import { monthsOf, type Period } from '../catalogue/period.ts'
import { daysFen, trafficFen } from '../catalogue/prices/prorate.ts'
import type { NewBatch } from './batch-queries.ts'

export type CardKind = NewBatch['kind']
/** `value`: fen of balance, months of a package (0: a one-time plan), GB of traffic, or days. */
export type WantedCards = {
  resellerId: number
  kind: CardKind
  packageId: number | null
  value: number
  /** The days begin with the first connection. */
  startsAtUse?: boolean
}
export type CardWorth = Pick<NewBatch, 'amountFen' | 'packageId' | 'period' | 'trafficBytes' | 'days' | 'costFen'>

/** `retailFen`: what the same costs in the reseller's shop. */
export type PricedCard = { worth: CardWorth; retailFen: number }

const GB_BYTES = 1024 ** 3
const NOTHING = { amountFen: null, packageId: null, period: null, trafficBytes: null, days: null }

/**
 * Prices one key. Balance costs its face value, since the reseller earns its margin when the user spends it. The rest
 * costs wholesale: whole periods as offered, days and GB in proportion, rounded up.
 */
export async function priceCard(ctx: PriceClock, wanted: WantedCards): Promise<PricedCard> {
  const { kind, value } = wanted
  if (kind === 'balance') return { worth: { ...NOTHING, amountFen: value, costFen: value }, retailFen: value }
  if (kind === 'package') {
    const period = periodOf(value)
    const { id, wholesaleFen, retailFen } = await offerOf(ctx, wanted, period, 'plan')
    return { worth: { ...NOTHING, packageId: id, period, costFen: wholesaleFen }, retailFen }
  }
  if (kind === 'days') {
    const { id, wholesaleFen, retailFen } = await offerOf(ctx, wanted, 'month', 'plan')
    const inDays = (fen: number) => daysFen(fen, value)
    return {
      worth: { ...NOTHING, packageId: id, days: value, costFen: inDays(wholesaleFen) },
      retailFen: inDays(retailFen),
    }
  }
  const { id, wholesaleFen, retailFen, trafficBytes: packBytes } = await offerOf(ctx, wanted, 'once', 'pack')
  const trafficBytes = value * GB_BYTES
  const inBytes = (fen: number) => trafficFen(fen, trafficBytes, packBytes)
  return {
    worth: { ...NOTHING, packageId: id, trafficBytes, costFen: inBytes(wholesaleFen) },
    retailFen: inBytes(retailFen),
  }
}

/** Prices one key and the whole purchase before buying. */
export async function priceCards(
  ctx: PriceClock,
  wanted: WantedCards & { count: number },
): Promise<{ costFen: number; totalFen: number; retailFen: number }> {
  refuseBadAmount(wanted)
  const { worth, retailFen } = await priceCard(ctx, wanted)
  return { costFen: worth.costFen, totalFen: worth.costFen * wanted.count, retailFen }
}

const VALUE_MAX: Record<CardKind, number> = {
  balance: limits.moneyMaxFen,
  package: 12,
  traffic: staffLimits.grantGbMax,
  days: staffLimits.grantDaysMax,
}

export function refuseBadAmount({ kind, value, count, startsAtUse }: WantedCards & { count: number }): void {
  const fields: Record<string, string> = {}
  const hasDays = kind === 'days' || (kind === 'package' && value > 0)
  if (startsAtUse && !hasDays) fields['startsAtUse'] = 'only for keys that give days'
  const isWithin = (amount: number, min: number, max: number) =>
    Number.isInteger(amount) && amount >= min && amount <= max
  const min = kind === 'package' ? 0 : 1
  if (!isWithin(value, min, VALUE_MAX[kind])) fields['value'] = `${min} to ${VALUE_MAX[kind]}`
  if (!isWithin(count, 1, limits.cardBatchMax)) fields['count'] = `1 to ${limits.cardBatchMax}`
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
}

async function offerOf(
  ctx: PriceClock,
  { resellerId, packageId }: WantedCards,
  period: Period,
  kind: Offer['kind'],
): Promise<Offer> {
  if (packageId === null) fail('request.invalid', { fields: { package: `the ${kind} that sets the price` } })
  const offer = await getOffer(ctx, { resellerId, packageId, period })
  return offer.kind === kind ? offer : fail('package.not_for_sale')
}

function periodOf(months: number): Period {
  const found = (Object.keys(monthsOf) as Period[]).find((period) => monthsOf[period] === months)
  return found ?? fail('request.invalid', { fields: { value: `months: one of ${Object.values(monthsOf).join(', ')}` } })
}
