import { useRef } from 'react'

import { formatFen } from '../../../contract/money.ts'
import { Field } from '../../../ui/components/auth/field.tsx'
import { useWords } from '../../words/language.ts'
import css from './invite.module.css'

type Props = { maxFen: number; error: string | undefined; onChange?: (text: string) => void }

/** Yuan with two decimals; one tap fills in the whole amount. */
export function AmountField({ maxFen, error, onChange }: Props) {
  const t = useWords('invite')
  const input = useRef<HTMLInputElement>(null)
  const all = formatFen(maxFen).replaceAll(',', '')
  const takeAll = () => {
    if (!input.current) return
    input.current.value = all
    onChange?.(all)
  }
  return (
    <Field
      ref={input}
      name="amount"
      label={t('amount')}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={all}
      error={error}
      onInput={({ currentTarget }) => onChange?.(currentTarget.value)}
      end={
        <button type="button" className={css.all} onClick={takeAll}>
          {t('all')}
        </button>
      }
    />
  )
}
