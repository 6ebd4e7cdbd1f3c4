import type { Card } from '../../../contract/cards.ts'
import { useCopy } from '../../components/use-copy.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { dateText } from '../../locales/date-text.ts'
import { failureText } from '../../locales/failure-text.ts'
import { useWords } from '../../locales/language.ts'
import { showMessage } from '../../state/notices.ts'
import css from './card-list.module.css'
import { useRedeem } from './use-redeem.ts'
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
          {card.code === null ? <span className={css.four}>…{card.lastFour}</span> : null}
          <When card={card} />
        </p>
        {card.code === null ? null : <OpenCode code={card.code} />}
      </div>
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

/** Still good: to be passed on, or used here. */
function OpenCode({ code }: { code: string }) {
  const t = useWords('cards')
  const user = useWords('user')
  const { progress, redeem, results } = useRedeem()
  const [result] = results
  const copy = useCopy()
  const use = async () => {
    const left = await redeem([code])
    // By now the row shows the key as redeemed and has no room for a sentence.
    if (left.length === 0) showMessage('success', t('redeemed'))
  }
  return (
    <>
      <p className={css.code}>{code}</p>
      <div className={css.actions}>
        <button type="button" className={css.action} onClick={() => void copy(code)}>
          <Icon name="copy" size={18} />
          {user('copy')}
        </button>
        <button type="button" className={css.action} aria-busy={progress !== null} onClick={() => void use()}>
          <Icon name="check" size={18} />
          {t('useHere')}
        </button>
      </div>
      {result && 'error' in result ? (
        <p className={css.outcome} role="alert">
          {failureText(result.error)}
        </p>
      ) : null}
    </>
  )
}
