import { Field } from '../../../ui/components/auth/field.tsx'
import { useWords } from '../../words/language.ts'

type Props = { address: string | null; error: string | undefined }

/** Only once too many have asked for this account: who knows its address too goes on at once. */
export function AddressField({ address, error }: Props) {
  const t = useWords('recover')
  if (address === null) return null
  return (
    <Field
      name="email"
      label={t('address')}
      hint={t('addressHint')}
      defaultValue={address}
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
    />
  )
}
