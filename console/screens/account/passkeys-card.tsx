import { useState } from 'react'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { IconButton } from '../../../ui/components/icon.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { offersPasskeys } from '../../../ui/device/native-wrapper.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { PasskeyForm } from '../../features/factor/passkey-form.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './account.module.css'
import { useFactors, useReloadFactors } from './factor-query.ts'

type Passkey = Static<typeof consoleApi.factors.state.output>['passkeys'][number]

export function PasskeysCard() {
  const t = useWords('account')
  const base = useWords('base')
  return (
    <Section title={t('passkeys')}>
      <Loaded
        query={useFactors()}
        failed={base('loadFailed')}
        bones={<Bones count={2} height={40} />}
        bonesClass={css.stack}
      >
        {({ passkeys }) => <Passkeys passkeys={passkeys} />}
      </Loaded>
    </Section>
  )
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useWords('account')
  const base = useWords('base')
  const language = useLanguage()
  const reload = useReloadFactors()
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const offered = offersPasskeys()
  return (
    <div className={css.stack}>
      <p className={css.text}>{t(offered ? 'passkeyText' : 'noPasskeysHere')}</p>
      <List>
        {passkeys.map((passkey) => (
          <ListRow
            key={passkey.id}
            sign="fingerprint"
            name={passkey.name}
            about={`${t('addedOn', { date: dateText(passkey.createdAt) })} · ${
              passkey.usedAt ? t('usedAgo', { ago: agoText(passkey.usedAt, language) }) : t('neverUsed')
            }`}
            end={
              <IconButton
                icon="trash"
                label={t('removePasskey', { name: passkey.name })}
                onClick={() => setRemoved(passkey)}
              />
            }
          />
        ))}
      </List>
      {offered ? (
        <div className={css.actions}>
          <ActionButton tone="quiet" icon="plus" onClick={() => setAdding(true)}>
            {t('addPasskey')}
          </ActionButton>
        </div>
      ) : null}
      <EditSheet opened={adding} onClose={() => setAdding(false)} title={t('addPasskey')} closeLabel={base('close')}>
        <PasskeyForm
          onDone={() => {
            setAdding(false)
            showMessage('success', t('passkeyAdded'))
            reload()
          }}
        />
      </EditSheet>
      <ConfirmSheet
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={t('removePasskeyAsk')}
        button={t('removeNow')}
        tone="danger"
        act={async () => {
          await call(consoleApi.factors.passkeyRemove, { id: removed?.id ?? '' })
          showMessage('success', t('passkeyRemoved'))
          reload()
        }}
      >
        <p>{t('removePasskeyText', { name: removed?.name ?? '' })}</p>
      </ConfirmSheet>
    </div>
  )
}
