import { PasswordInput, Textarea } from '@mantine/core'

import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { useWords } from '../../words/language.ts'
import css from './merchants.module.css'

export type Keys = { secret: string; alipayPublicKey: string }
type Props = { provider: MerchantRow['provider']; keys: Keys; onChange: (keys: Keys) => void }

/** Written and never read back. */
export function KeyFields({ provider, keys, onChange }: Props) {
  const t = useWords('payment')
  if (provider === 'epay') {
    return (
      <PasswordInput
        label={t('epayKey')}
        autoComplete="off"
        value={keys.secret}
        onChange={(event) => onChange({ ...keys, secret: event.currentTarget.value })}
      />
    )
  }
  return (
    <>
      <Textarea
        label={t('privateKey')}
        description={t('privateKeyHint')}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: css.key ?? '' }}
        rows={4}
        value={keys.secret}
        onChange={(event) => onChange({ ...keys, secret: event.currentTarget.value })}
      />
      <Textarea
        label={t('publicKey')}
        description={t('publicKeyHint')}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: css.key ?? '' }}
        rows={3}
        value={keys.alipayPublicKey}
        onChange={(event) => onChange({ ...keys, alipayPublicKey: event.currentTarget.value })}
      />
    </>
  )
}
