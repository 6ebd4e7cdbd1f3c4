import type { PriceEffect } from '../../../contract/console/price-lists.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { moneyText } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'
import css from './price-lists.module.css'

/** The start date, and the resellers that would sell below cost, by name. */
export function Effect({ effect }: { effect: PriceEffect | null }) {
  const t = useWords('price-lists')
  if (effect === null) return null
  const { below, sellers } = effect
  return (
    <section className={css.effect} data-bad={below.length > 0} aria-label={t('effect')} aria-live="polite">
      <Start effect={effect} />
      <Unreached rows={effect.unreached} />
      {below.length === 0 ? (
        sellers > 0 ? (
          <p>{t('belowNone')}</p>
        ) : null
      ) : (
        <>
          <p className={css.strong}>{t('belowTitle', { count: new Set(below.map((row) => row.resellerId)).size })}</p>
          <ul>
            {below.map((row) => (
              <li key={`${row.resellerId} ${row.packageId} ${row.period}`} className={css.below}>
                <span className={css.belowName}>
                  {row.title === '' ? (
                    t('unnamed', { number: row.resellerId })
                  ) : (
                    <>
                      {row.title} <span className={css.faint}>{row.resellerId}</span>
                    </>
                  )}
                </span>
                <span>
                  {t('belowRow', {
                    retail: moneyText(row.retailFen),
                    loss: moneyText(row.newWholesaleFen - row.retailFen),
                  })}
                  {row.renewers > 0 ? ` · ${t('renewers', { count: row.renewers })}` : ''}
                </span>
              </li>
            ))}
          </ul>
          <p>{t('belowText')}</p>
        </>
      )}
    </section>
  )
}

const NAMED = 5

/** Resellers that no mail reaches must be told in another way: name them before saving. */
function Unreached({ rows }: { rows: PriceEffect['unreached'] }) {
  const t = useWords('price-lists')
  if (rows.length === 0) return null
  const names = rows
    .slice(0, NAMED)
    .map(({ resellerId, title }) => (title === '' ? t('unnamed', { number: resellerId }) : `${title} ${resellerId}`))
  const list = `${names.join('、')}${rows.length > NAMED ? ' …' : ''}`
  return <p className={css.strong}>{t('unreached', { count: rows.length, names: list })}</p>
}

function Start({ effect: { changes, sellers } }: { effect: PriceEffect }) {
  const t = useWords('price-lists')
  const [change] = changes
  if (!change) return null
  if (change.nowFen === change.newFen) return <p>{t('effectSame')}</p>
  if (change.from === null) return <p>{t('effectNow')}</p>
  const date = dateText(change.from)
  return <p>{sellers === 0 ? t('effectNobody', { date }) : t('effectLater', { date, count: sellers })}</p>
}
