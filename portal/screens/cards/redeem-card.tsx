import { type FormEvent, useState } from 'react'

import { showCardCode } from '../../../contract/card-code.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { useWords } from '../../words/language.ts'
import { REDEEM_FIELD_ID } from './focus-redeem.ts'
import css from './redeem-card.module.css'
import { RedeemResults } from './redeem-results.tsx'
import { readTypedCodes } from './typed-codes.ts'
import { useRedeem } from './use-redeem.ts'

const NOTE_ID = `${REDEEM_FIELD_ID}-note`

export function RedeemCard() {
  const t = useWords('cards')
  const [text, setText] = useState('')
  // While somebody types, every key is wrong until its last character.
  const [isChecked, setChecked] = useState(false)
  const { results, progress, redeem } = useRedeem()
  const { codes, wrong } = readTypedCodes(text)
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
          {problem ?? (codes.length > 0 ? t('ready', { count: codes.length }) : t('hint'))}
        </p>
        <ActionButton type="submit" busy={progress !== null}>
          {progress ? t('redeeming', { done: progress.done + 1, count: progress.count }) : t('redeem')}
        </ActionButton>
      </form>
      <RedeemResults results={results} />
    </Card>
  )
}
