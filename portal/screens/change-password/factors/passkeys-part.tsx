import { useState } from 'react'

import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { useWords } from '../../../words/language.ts'
import { offersPasskeys } from '../../../../ui/device/passkeys.ts'
import type { FactorState, Passkey } from './factor-state.ts'
import css from './factors.module.css'
import { PasskeyAddSheet } from './passkey-add-sheet.tsx'
import { PasskeyRemoveSheet } from './passkey-remove-sheet.tsx'
import { PasskeyRow } from './passkey-row.tsx'

export function PasskeysPart({ factors: { passkeys, totp } }: { factors: FactorState }) {
  const t = useWords('change-password')
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  return (
    <section className={`${css.part} ${css.second}`}>
      <div className={css.head}>
        <h3 className={css.title}>{t('passkey')}</h3>
        <span className={css.state} data-on={passkeys.length > 0}>
          {passkeys.length > 0 ? passkeys.length : t('off')}
        </span>
      </div>
      <p className={css.text}>{t('passkeyText')}</p>
      {passkeys.length === 0 ? (
        <p className={css.empty}>{t('passkeyNone')}</p>
      ) : (
        <ul className={css.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {offersPasskeys() ? (
        <div className={css.action}>
          <ActionButton tone="quiet" icon="fingerprint" onClick={() => setAdding(true)}>
            {t('addPasskey')}
          </ActionButton>
        </div>
      ) : null}
      <PasskeyAddSheet opened={adding} onClose={() => setAdding(false)} hasTotp={totp} />
      <PasskeyRemoveSheet passkey={removing} onClose={() => setRemoving(null)} hasTotp={totp} />
    </section>
  )
}
