import type { Card } from '../../../contract/cards.ts'
import type { IconName } from '../../../ui/components/icon.tsx'
import { ListRow, Mark } from '../../../ui/components/list.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import { OpenCard } from './open-card.tsx'
import { useWorthText } from './use-worth-text.ts'

const icons: Record<Card['kind'], IconName> = { balance: 'wallet', package: 'package', traffic: 'chart', days: 'clock' }

export const cardTones = { unused: 'good', redeemed: 'quiet', expired: 'warn' } as const

export function CardRow({ card }: { card: Card }) {
  const t = useWords('cards')
  const worthText = useWorthText()
  return (
    <ListRow
      sign={icons[card.kind]}
      name={worthText(card)}
      mark={<Mark tone={cardTones[card.state]}>{t(card.state)}</Mark>}
      about={
        <>
          {card.code === null ? <span>{t('lastFour', { four: card.lastFour })}</span> : null}
          <When card={card} />
        </>
      }
    >
      {card.code === null ? null : <OpenCard code={card.code} worth={worthText(card)} />}
    </ListRow>
  )
}

function When({ card }: { card: Card }) {
  const t = useWords('cards')
  if (card.redeemedAt !== null) {
    return <span>{t(card.redeemedByMe ? 'redeemedOn' : 'redeemedByOther', { date: dateText(card.redeemedAt) })}</span>
  }
  if (card.expiresAt === null) return <span>{t('noEnd')}</span>
  return <span>{t(card.state === 'expired' ? 'endedOn' : 'usableUntil', { date: dateText(card.expiresAt) })}</span>
}
