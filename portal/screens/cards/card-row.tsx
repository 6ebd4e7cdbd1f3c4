import type { Card } from '../../../contract/cards.ts'
import { Icon, type IconName } from '../../../ui/components/icon.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import css from './card-list.module.css'
import { OpenCard } from './open-card.tsx'
import { useWorthText } from './use-worth-text.ts'

const icons: Record<Card['kind'], IconName> = { balance: 'wallet', package: 'package', traffic: 'chart', days: 'clock' }

export function CardRow({ card }: { card: Card }) {
  const t = useWords('cards')
  const worthText = useWorthText()
  return (
    <li className={css.row}>
      <span className={css.sign} data-state={card.state}>
        <Icon name={icons[card.kind]} />
      </span>
      <div className={css.words}>
        <p className={css.name}>
          {worthText(card)}
          <span className={css.state} data-state={card.state}>
            {t(card.state)}
          </span>
        </p>
        <p className={css.detail}>
          {card.code === null ? <span>{t('lastFour', { four: card.lastFour })}</span> : null}
          <When card={card} />
        </p>
        {card.code === null ? null : <p className={css.code}>{card.code}</p>}
      </div>
      {card.code === null ? null : <OpenCard code={card.code} worth={worthText(card)} />}
    </li>
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
