import { Glyph } from '../../../ui/components/glyph.tsx'
import { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import css from './redeem-card.module.css'
import type { Redeemed } from './use-redeem.ts'
import { useWorthText } from './use-worth-text.ts'

/** What became of each key. */
export function RedeemResults({ results }: { results: readonly Redeemed[] }) {
  const t = useWords('cards')
  if (results.length === 0) return null
  return (
    <ul className={css.results} role="status" aria-label={t('results')}>
      {results.map((result) => (
        <Result key={result.code} result={result} />
      ))}
    </ul>
  )
}

function Result({ result }: { result: Redeemed }) {
  const t = useWords('cards')
  const worthText = useWorthText()
  const isDone = 'card' in result
  return (
    <li className={css.result} data-done={isDone}>
      <Glyph name={isDone ? 'check' : 'warning'} size={18} />
      <span className={css.four}>{t('lastFour', { four: result.lastFour })}</span>
      <div>
        <p>{isDone ? t('gotWorth', { worth: worthText(result.card) }) : failureText(result.error)}</p>
        {isDone || isRefused(result.error) ? null : <p>{t('retrySafe')}</p>}
      </div>
    </li>
  )
}

/** Without an answer nobody knows whether the key was taken. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
