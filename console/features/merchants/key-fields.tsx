import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { useWords } from '../../words/language.ts'
import { PasswordInput, Textarea } from '../form/fields.tsx'
import css from './merchants.module.css'
import type { Wrong } from './use-wrong-fields.ts'

export type Keys = { secret: string; alipayPublicKey: string }
type Props = { provider: MerchantRow['provider']; keys: Keys; onChange: (keys: Keys) => void; wrong: Wrong }

/** Keys are written and never read back. */
export function KeyFields({ provider, keys, onChange, wrong }: Props) {
  const t = useWords('payment')
  if (provider === 'epay') {
    return (
      <PasswordInput
        name="secret"
        label={t('epayKey')}
        error={wrong('epayKey', 'secret')}
        autoComplete="off"
        value={keys.secret}
        onChange={(event) => onChange({ ...keys, secret: event.currentTarget.value })}
      />
    )
  }
  return (
    <>
      <Textarea
        name="secret"
        label={t('privateKey')}
        description={t('privateKeyHint')}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: css.key ?? '' }}
        rows={4}
        error={wrong('secret')}
        value={keys.secret}
        onChange={(event) => onChange({ ...keys, secret: event.currentTarget.value })}
      />
      <Textarea
        name="alipayPublicKey"
        label={t('publicKey')}
        description={t('publicKeyHint')}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: css.key ?? '' }}
        rows={3}
        error={wrong('alipayPublicKey')}
        value={keys.alipayPublicKey}
        onChange={(event) => onChange({ ...keys, alipayPublicKey: event.currentTarget.value })}
      />
    </>
  )
}
