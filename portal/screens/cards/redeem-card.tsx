import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { api } from '../../../contract/api.ts'
import { showCardCode, lastFour } from '../../../contract/card-code.ts'
import type { RedeemedCard } from '../../../contract/cards.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'
import shown from './outcome.module.css'
import css from './redeem-card.module.css'
import { readTypedCodes } from './typed-codes.ts'
import { useWorthText } from './use-worth-text.ts'

const REDEEM_FIELD_ID = 'card-keys'

const NOTE_ID = `${REDEEM_FIELD_ID}-note`

/** `code`: what stands in the field at first. `isSecond`: something above has the main button. */
export function RedeemCard({ code, isSecond = false }: { code: string; isSecond?: boolean }) {
  const t = useWords('cards')
  const [text, setText] = useState(code)
  // While the user types, every key is wrong until its last character. A link may bring a damaged one.
  const [isChecked, setChecked] = useState(() => readTypedCodes(code).wrong.length > 0)
  const { results, progress, redeem } = useRedeem()
  const { codes, checkedCount, wrong } = readTypedCodes(text)
  const problem = isChecked ? problemOf() : null

  function problemOf(): string | null {
    const lines = [...new Set(wrong.map(({ line }) => line))].map((line) => t('wrongLine', { line }))
    if (lines.length > 0) return t('wrongLines', { lines: lines.join(t('and')) })
    return codes.length === 0 ? t('nothingTyped') : null
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setChecked(true)
    if (codes.length === 0 || progress) return
    const left = await redeem(codes)
    setText([...left.map(showCardCode), ...wrong.map(({ typed }) => typed)].join('\n'))
    setChecked(wrong.length > 0)
  }

  return (
    <Card title={t('redeemTitle')}>
      <form className="gap2" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <label className={css.label} htmlFor={REDEEM_FIELD_ID}>
          {t('redeemText')}
        </label>
        <textarea
          id={REDEEM_FIELD_ID}
          className={css.area}
          rows={3}
          value={text}
          placeholder="7K3M-Q9TX-…"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={progress !== null}
          aria-invalid={problem !== null}
          aria-describedby={NOTE_ID}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChecked(false)
          }}
          onBlur={() => setChecked(wrong.length > 0)}
        />
        <p className={css.note} id={NOTE_ID} data-bad={problem !== null} aria-live="polite">
          {problem ?? (checkedCount > 0 ? t('ready', { count: checkedCount }) : t('hint'))}
        </p>
        <ActionButton type="submit" tone={isSecond ? 'quiet' : 'main'} busy={progress !== null}>
          {progress ? t('redeeming', { done: progress.done + 1, count: progress.count }) : t('redeem')}
        </ActionButton>
      </form>
      <RedeemResults results={results} />
    </Card>
  )
}

/** The result of each key. */
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
    <li className={shown.outcome} data-done={isDone}>
      <Glyph name={isDone ? 'check' : 'warning'} size={18} />
      <span className={css.four}>{t('lastFour', { four: result.lastFour })}</span>
      <div>
        <p>{isDone ? t('gotWorth', { worth: worthText(result.card) }) : failureText(result.error)}</p>
        {isDone || isRefused(result.error) ? null : <p>{t('retrySafe')}</p>}
      </div>
    </li>
  )
}

/** Without an answer nobody knows whether the key was used. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

export type Redeemed = { code: string; lastFour: string } & ({ card: RedeemedCard } | { error: unknown })

/** Sends keys one after the other. Sending a key again is safe: its owner gets the first answer again. */
export function useRedeem() {
  const queries = useQueryClient()
  const [results, setResults] = useState<readonly Redeemed[]>([])
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null)

  /** Returns the keys that were not redeemed. */
  async function redeem(codes: readonly string[]): Promise<string[]> {
    const found: Redeemed[] = []
    setResults([])
    for (const code of codes) {
      setProgress({ done: found.length, count: codes.length })
      const result = await redeemOne(code)
      found.push(result)
      setResults([...found])
      if ('error' in result && endsAll(result.error)) break
    }
    setProgress(null)
    // A key may give a package, time, traffic or money: anything on the screens may have changed.
    if (found.some((result) => 'card' in result)) await refreshAccount(queries)
    return codes.filter((code) => !found.some((result) => result.code === code && 'card' in result))
  }

  return { results, progress, redeem }
}

async function redeemOne(code: string): Promise<Redeemed> {
  const shown = { code, lastFour: lastFour(code) }
  try {
    return { ...shown, card: await call(api.cards.redeem, { code }) }
  } catch (error) {
    return { ...shown, error }
  }
}

/** Too many tries, no connection or signed out: the next key would get the same answer. */
function endsAll(error: unknown): boolean {
  return (
    !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500 || error.isExpired
  )
}
