import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { RecoveryCodes } from '../../features/factor/recovery-codes.tsx'
import { TotpSetup } from '../../features/factor/totp-setup.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './account.module.css'
import { useFactors, useReloadFactors } from './factor-query.ts'

/** The authenticator app, and the recovery codes that can replace it. */
export function FactorsCard() {
  const t = useWords('account')
  const base = useWords('base')
  const query = useFactors()
  return (
    <Section
      title={t('totp')}
      end={
        query.data ? (
          <StateWord tone={query.data.totp ? 'good' : 'off'}>{t(query.data.totp ? 'on' : 'off')}</StateWord>
        ) : null
      }
    >
      <Loaded query={query} failed={base('loadFailed')} bones={<Bones count={2} height={40} />} bonesClass={css.stack}>
        {({ totp, recoveryCodesLeft }) => <Totp isOn={totp} codesLeft={recoveryCodesLeft} />}
      </Loaded>
    </Section>
  )
}

type Open = 'nothing' | 'setup' | 'remove' | 'renew'

function Totp({ isOn, codesLeft }: { isOn: boolean; codesLeft: number }) {
  const t = useWords('account')
  const base = useWords('base')
  const reload = useReloadFactors()
  const [open, setOpen] = useState<Open>('nothing')
  const [codes, setCodes] = useState<readonly string[]>([])
  const close = () => setOpen('nothing')
  const finish = () => {
    close()
    setCodes([])
    reload()
  }
  return (
    <div className={css.stack}>
      <p className={css.text}>{t('totpText')}</p>
      {isOn ? <p className={css.text}>{t('codesLeft', { count: codesLeft })}</p> : null}
      <div className={css.actions}>
        {isOn ? (
          <>
            <ActionButton tone="quiet" onClick={() => setOpen('renew')}>
              {t('codesRenew')}
            </ActionButton>
            <ActionButton tone="dangerQuiet" onClick={() => setOpen('remove')}>
              {t('totpTurnOff')}
            </ActionButton>
          </>
        ) : (
          <ActionButton onClick={() => setOpen('setup')}>{t('totpTurnOn')}</ActionButton>
        )}
      </div>
      <EditSheet opened={open === 'setup'} onClose={close} title={t('totpTurnOn')} closeLabel={base('close')}>
        <TotpSetup onDone={finish} />
      </EditSheet>
      <EditSheet opened={codes.length > 0} onClose={finish} title={t('codesRenew')} closeLabel={base('close')}>
        <RecoveryCodes codes={codes} onDone={finish} />
      </EditSheet>
      <ConfirmSheet
        opened={open === 'renew'}
        onClose={close}
        title={t('codesRenew')}
        button={t('codesRenew')}
        act={async () => setCodes((await call(consoleApi.factors.recoveryRenew, {})).recoveryCodes)}
      >
        <p>{t('codesRenewText')}</p>
      </ConfirmSheet>
      <ConfirmSheet
        opened={open === 'remove'}
        onClose={close}
        title={t('totpTurnOff')}
        button={t('totpTurnOff')}
        tone="danger"
        act={async () => {
          await call(consoleApi.factors.totpRemove, {})
          showMessage('success', t('totpOff'))
          reload()
        }}
      >
        <p>{t('totpTurnOffText')}</p>
        <p className={css.text}>{t('endsOthers')}</p>
      </ConfirmSheet>
    </div>
  )
}
