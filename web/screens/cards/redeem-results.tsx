import { Glyph } from '../../components/glyph.tsx'
import { ApiError } from '../../http/api-error.ts'
import { failureText } from '../../locales/failure-text.ts'
import { useWords } from '../../locales/language.ts'
import css from './redeem-card.module.css'
import type { Redeemed } from './use-redeem.ts'
import { useWorthText } from './use-worth-text.ts'

/** What became of each key. */
export function RedeemResults({ results }: { results: readonly Redeemed[] }) {
  const t = useWords('cards')
  const worthText = useWorthText()
  if (results.length === 0) return null
  return (
    <ul className={css.results} role="status" aria-label={t('results')}>
      {results.map((result) => {
        const isDone = 'card' in result
        return (
          <li key={result.code} className={css.result} data-done={isDone}>
            <Glyph name={isDone ? 'check' : 'warning'} size={18} />
            <span className={css.four}>{t('lastFour', { four: result.lastFour })}</span>
            <span>{isDone ? t('gotWorth', { worth: worthText(result.card) }) : textOf(result.error)}</span>
          </li>
        )
      })}
    </ul>
  )

  function textOf(error: unknown): string {
    const isUnknown = !(error instanceof ApiError) || error.status === 0 || error.status >= 500
    return isUnknown ? `${failureText(error)}${t('retrySafe')}` : failureText(error)
  }
}
