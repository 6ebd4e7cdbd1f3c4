import { useState } from 'react'

import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { IconButton } from '../../../../ui/components/icon.tsx'
import { List, ListRow, Mark } from '../../../../ui/components/list.tsx'
import { offersPasskeys } from '../../../../ui/device/native-wrapper.ts'
import { dateText } from '../../../../ui/words/date-text.ts'
import { agoText } from '../../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../../ui/words/word-store.ts'
import { useWords } from '../../../words/language.ts'
import type { FactorState, Passkey } from './factor-state.ts'
import css from './factors.module.css'
import { PasskeyAddSheet } from './passkey-add-sheet.tsx'
import { PasskeyRemoveSheet } from './passkey-remove-sheet.tsx'

export function PasskeysPart({ factors: { passkeys, totp } }: { factors: FactorState }) {
  const t = useWords('change-password')
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  return (
    <section className={`${css.part} ${css.second}`}>
      <div className={css.head}>
        <h3 className={css.title}>{t('passkey')}</h3>
        <Mark tone={passkeys.length > 0 ? 'good' : 'quiet'}>{passkeys.length > 0 ? passkeys.length : t('off')}</Mark>
      </div>
      <p className={css.text}>{t('passkeyText')}</p>
      {passkeys.length === 0 ? (
        <p className={css.empty}>{t('passkeyNone')}</p>
      ) : (
        <List>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </List>
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

export function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useWords('change-password')
  const language = useLanguage()
  const { name, createdAt, usedAt } = passkey
  return (
    <ListRow
      sign="fingerprint"
      name={name}
      about={
        <>
          <span>{t('addedOn', { date: dateText(createdAt) })}</span>
          <span>{usedAt === null ? t('neverUsed') : t('usedAgo', { ago: agoText(usedAt, language) })}</span>
        </>
      }
      end={<IconButton icon="close" label={t('removePasskey', { name })} onClick={onRemove} />}
    />
  )
}
