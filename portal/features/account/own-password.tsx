import { Field } from '../../../ui/components/auth/field.tsx'
import { PasswordField } from '../../../ui/components/auth/password-field.tsx'
import { useWords } from '../../words/language.ts'

type Props = { name?: string; label?: string; error?: string | undefined; autoFocus?: boolean }

/** Asks the signed-in user for the password again, because a session alone may be stolen. */
export function OwnPassword({ name = 'passWord', label, error, autoFocus = false }: Props) {
  const t = useWords('account')
  return (
    <PasswordField
      name={name}
      label={label ?? t('password')}
      autoComplete="current-password"
      showLabel={t('showPassword')}
      hideLabel={t('hidePassword')}
      error={error}
      autoFocus={autoFocus}
    />
  )
}

type FactorCodeProps = { name?: string; placeholder?: string; error?: string | undefined; autoFocus?: boolean }

/** Six digits or a recovery code, so the keyboard must offer letters. */
export function FactorCode({ name = 'totp', placeholder, error, autoFocus = false }: FactorCodeProps) {
  const t = useWords('account')
  return (
    <Field
      name={name}
      label={t('code')}
      placeholder={placeholder ?? t('codeHint')}
      autoComplete="one-time-code"
      enterKeyHint="go"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
      error={error}
      autoFocus={autoFocus}
    />
  )
}
