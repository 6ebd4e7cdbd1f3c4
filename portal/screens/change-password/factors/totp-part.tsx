import { useState } from 'react'

import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Callout } from '../../../../ui/components/auth/callout.tsx'
import { useWords } from '../../../words/language.ts'
import type { FactorState } from './factor-state.ts'
import css from './factors.module.css'
import { TotpRemoveSheet } from './totp-remove-sheet.tsx'
import { TotpSetupSheet } from './totp-setup-sheet.tsx'

const FEW_CODES = 3

export function TotpPart({ factors: { totp, recoveryCodesLeft } }: { factors: FactorState }) {
  const t = useWords('change-password')
  const [open, setOpen] = useState<'nothing' | 'setup' | 'remove'>('nothing')
  const close = () => setOpen('nothing')
  return (
    <section className={css.part}>
      <div className={css.head}>
        <h3 className={css.title}>{t('totpTitle')}</h3>
        <span className={css.state} data-on={totp}>
          {t(totp ? 'on' : 'off')}
        </span>
      </div>
      <p className={css.text}>{t('totpText')}</p>
      {totp ? <p className={css.text}>{t('codesLeft', { count: recoveryCodesLeft })}</p> : null}
      {totp && recoveryCodesLeft <= FEW_CODES ? <Callout tone="info">{t('codesFew')}</Callout> : null}
      <div className={css.action}>
        {totp ? (
          <ActionButton tone="dangerQuiet" onClick={() => setOpen('remove')}>
            {t('totpTurnOff')}
          </ActionButton>
        ) : (
          <ActionButton icon="shield" onClick={() => setOpen('setup')}>
            {t('totpTurnOn')}
          </ActionButton>
        )}
      </div>
      <TotpSetupSheet opened={open === 'setup'} onClose={close} />
      <TotpRemoveSheet opened={open === 'remove'} onClose={close} />
    </section>
  )
}
