import { useWords } from '../../words/language.ts'
import { PasswordField } from '../../../ui/components/auth/password-field.tsx'

type Props = { name?: string; label?: string; error?: string | undefined; autoFocus?: boolean }

/** The signed-in user shows the password once more, because a session alone may be stolen. */
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
