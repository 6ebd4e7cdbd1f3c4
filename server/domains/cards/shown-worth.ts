import type { RedeemedCard } from '../../../contract/cards.ts'
import type { CardRow } from './queries.ts'

type Worth = Pick<RedeemedCard, 'kind' | 'amountFen' | 'packageName' | 'period' | 'trafficBytes' | 'days'>

/** The pack that set the price of a traffic card is the reseller's business. */
export function shownWorth({ kind, amountFen, packageName, period, trafficBytes, days }: CardRow): Worth {
  return { kind, amountFen, packageName: kind === 'traffic' ? null : packageName, period, trafficBytes, days }
}
