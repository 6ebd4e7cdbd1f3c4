import type { StockRow } from '../../../contract/console/cards.ts'
import { fenOf } from '../../features/form/fen-of.ts'

/** Months of each period that keys are sold for; 0 is a one-time plan. */
export const MONTHS = { month: 1, quarter: 3, half: 6, year: 12, once: 0 } as const
type Period = keyof typeof MONTHS

export type CardKind = StockRow['kind']
export type CardPurchase = {
  /** Null: nothing is chosen yet. */
  kind: CardKind | null
  packageId: string | null
  period: Period | null
  /** In yuan, GB or days. */
  amount: number | string
  count: number | string
  goodDays: number | string
  /** What the reseller takes for one, in yuan; empty: as in the shop. */
  price: number | string
  /** The days begin with the first connection. */
  startsAtUse: boolean
}

export const NOTHING: CardPurchase = {
  kind: null,
  packageId: null,
  period: null,
  amount: '',
  count: '',
  goodDays: '',
  price: '',
  startsAtUse: false,
}

const GB_BYTES = 1024 ** 3

/** The same purchase as the last of this sort; null where none was bought. */
export function againOf(row: StockRow | undefined): CardPurchase | null {
  if (!row?.last) return null
  const { kind, packageId, period, amountFen, trafficBytes, days, startsAtUse, last } = row
  return {
    kind,
    packageId,
    period,
    amount: amountFen === null ? (days ?? (trafficBytes === null ? '' : trafficBytes / GB_BYTES)) : amountFen / 100,
    count: last.keyCount,
    goodDays: last.goodDays ?? '',
    price: last.priceFen === null ? '' : last.priceFen / 100,
    startsAtUse,
  }
}

type Input = { kind: CardKind; packageId?: string; value: number; count: number }

/** Only days can wait for the first connection. */
export function hasDays({ kind, period }: Pick<CardPurchase, 'kind' | 'period'>): boolean {
  return kind === 'days' || (kind === 'package' && period !== null && period !== 'once')
}

/** Null while something is missing: then no price can be asked for. */
export function inputOf({ kind, packageId, period, ...typed }: CardPurchase): Input | null {
  const [amount, count] = [Number(typed.amount), Number(typed.count)]
  if (kind === null || !(count >= 1)) return null
  if (kind === 'balance') return amount > 0 ? { kind, value: fenOf(amount), count } : null
  if (packageId === null) return null
  if (kind === 'package') return period === null ? null : { kind, packageId, value: MONTHS[period], count }
  return amount >= 1 ? { kind, packageId, value: Math.round(amount), count } : null
}

/** What is asked for beside the keys: what one sells for, until when they are good, and whether they wait. */
export function termsOf(wish: CardPurchase, retailFen: number | null) {
  const goodDays = Number(wish.goodDays)
  const priceFen = wish.price === '' ? retailFen : fenOf(Number(wish.price))
  return {
    ...(goodDays > 0 ? { expiresDays: goodDays } : {}),
    ...(wish.startsAtUse && hasDays(wish) ? { startsAtUse: true } : {}),
    ...(priceFen === null ? {} : { priceFen }),
  }
}

/** What the balance lacks; nothing while one of the two is not known yet. */
export function missingFen(totalFen: number | null, balanceFen: number | null): number {
  return totalFen === null || balanceFen === null ? 0 : Math.max(0, totalFen - balanceFen)
}
