import type { RedeemedCard } from '../../../contract/cards.ts'
import type { Language } from '../../../contract/languages.ts'
import { inLanguage } from '../../platform/by-language.ts'
import type { CardRow } from './queries.ts'

type Worth = Pick<RedeemedCard, 'kind' | 'amountFen' | 'packageName' | 'period' | 'trafficBytes' | 'days'>

/** The pack that set the price of a traffic card is the reseller's business. */
export function shownWorth(card: CardRow, language: Language): Worth {
  const { kind, amountFen, period, trafficBytes, days } = card
  const packageName = kind === 'traffic' ? null : inLanguage(card.packageName, card.packageNames, language)
  return { kind, amountFen, packageName, period, trafficBytes, days }
}
