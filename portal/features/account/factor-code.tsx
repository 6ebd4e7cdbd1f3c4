import { useWords } from '../../words/language.ts'
import { Field } from '../../../ui/components/auth/field.tsx'

type Props = { name?: string; placeholder?: string; error?: string | undefined; autoFocus?: boolean }

/** Six digits or a recovery code, so the keyboard keeps its letters. */
export function FactorCode({ name = 'totp', placeholder, error, autoFocus = false }: Props) {
  const t = useWords('account')
  return (
    <Field
      name={name}
      label={t('code')}
      placeholder={placeholder ?? t('codeHint')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
      error={error}
      autoFocus={autoFocus}
    />
  )
}
