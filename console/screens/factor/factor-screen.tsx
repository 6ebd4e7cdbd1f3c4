import { useState } from 'react'

import { CONSOLE_ICON } from '../../../contract/brand.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { AuthFrame } from '../../../ui/components/auth/auth-frame.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { offersPasskeys } from '../../../ui/device/native-wrapper.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { PasskeyForm } from '../../features/factor/passkey-form.tsx'
import { TotpSetup } from '../../features/factor/totp-setup.tsx'
import { loadSession, officeOf, useSession } from '../../session/session.ts'
import { leave } from '../../session/sign-in.ts'
import { useWords } from '../../words/language.ts'
import css from './factor-screen.module.css'

type Way = 'none' | 'totp' | 'passkey'

/** The only page that a member without the required factor can open. */
export default function FactorScreen() {
  const t = useWords('account')
  const shell = useWords('shell')
  const base = useWords('base')
  const language = useLanguage()
  const office = officeOf(useSession())
  const [way, setWay] = useState<Way>('none')
  const done = () => void loadSession()
  return (
    <AuthFrame
      brand={{ title: office?.title ?? shell('console'), icon: office?.icon ?? CONSOLE_ICON }}
      tagline={t('gateTitle')}
      schemeLabel={base('switchScheme')}
      language={language}
      onLanguage={(next) => void chooseLanguage(next)}
    >
      <div className={css.stack}>
        {way === 'none' ? (
          <>
            <h1 className={css.title}>{t('gateTitle')}</h1>
            <p className={css.text}>{t('gateText')}</p>
            <ActionButton fill icon="phone" onClick={() => setWay('totp')}>
              {t('totpTurnOn')}
            </ActionButton>
            {offersPasskeys() ? (
              <ActionButton fill tone="quiet" icon="fingerprint" onClick={() => setWay('passkey')}>
                {t('addPasskey')}
              </ActionButton>
            ) : null}
            <button type="button" className={css.out} onClick={() => void leave()}>
              {shell('signOut')}
            </button>
          </>
        ) : null}
        {way === 'totp' ? <TotpSetup onDone={done} /> : null}
        {way === 'passkey' ? <PasskeyForm onDone={done} /> : null}
      </div>
    </AuthFrame>
  )
}
