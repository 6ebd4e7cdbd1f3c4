import { plainBytes } from '../../../contract/bytes.ts'
import type { Card } from '../../../contract/cards.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'

export type Worth = Pick<
  Card,
  'kind' | 'amountFen' | 'packageName' | 'period' | 'trafficBytes' | 'days' | 'startsAtUse'
>

/** The value of a card key, in one line. */
export function useWorthText(): (worth: Worth) => string {
  const t = useWords('cards')
  const amountText = useAmountText()
  const worthText = ({ kind, amountFen, packageName, period, trafficBytes, days }: Worth): string => {
    switch (kind) {
      case 'balance':
        return t('worthBalance', { amount: amountText(amountFen ?? 0) })
      case 'package':
        return [packageName, period && t(period)].filter(Boolean).join(' · ')
      case 'traffic':
        return t('worthTraffic', { amount: plainBytes(trafficBytes ?? 0) })
      case 'days':
        return t('worthDays', { days: days ?? 0 })
    }
  }
  return (worth) => (worth.startsAtUse ? `${worthText(worth)} · ${t('worthAtUse')}` : worthText(worth))
}

type Gift = Pick<Card, 'packageName' | 'trafficBytes'> & { days: number | null }

/** What a gift link gives, in one line. */
export function useGiftText(): (gift: Gift) => string {
  const t = useWords('cards')
  return ({ packageName, trafficBytes, days }) =>
    days === null
      ? t('worthTraffic', { amount: plainBytes(trafficBytes ?? 0) })
      : t('giftDays', { name: packageName ?? '', days })
}
