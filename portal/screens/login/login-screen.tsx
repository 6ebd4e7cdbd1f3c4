import { Link } from 'react-router'

import { AuthPage } from '../../features/sign-in/auth-page.tsx'
import page from '../../features/sign-in/auth-page.module.css'
import { useHasScreen } from '../../state/available-screens.ts'
import { usePageAddress } from '../../session/hosted-address.ts'
import { useWords } from '../../words/language.ts'
import { SignInMessage } from '../../features/sign-in/sign-in-message.tsx'
import { useConfigState } from '../../state/config.ts'
import { ContinueRow } from './continue-row.tsx'
import { LoginForm } from './login-form.tsx'
import { LockedCallout } from './locked-callout.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { useContinueName } from './use-continue-name.ts'
import { useLogin } from './use-login.ts'

/** What an installation shows out of the box, until the configuration names another page. */
const HELP = '/hosted/help'

export function LoginScreen() {
  const t = useWords('login')
  const hasScreen = useHasScreen()
  const continueName = useContinueName()
  const login = useLogin()
  const help = usePageAddress()(useConfigState((state) => state.dailiConfig.kf_url) ?? HELP)
  const { form, formRef, retryInS, lockedName } = login
  return (
    <AuthPage title={t('title')} tagline={t('subtitle')}>
      <SignInMessage
        failure={form.failure}
        isWaiting={retryInS > 0}
        explained={lockedName === null ? null : <LockedCallout userName={lockedName} />}
      />
      <ContinueRow name={continueName} />
      <LoginForm {...login} />
      <PasskeyRow formRef={formRef} />
      {hasScreen('/reg') ? (
        <p className={page.other}>
          {t('noAccount')} <Link to="/reg">{t('register')}</Link>
        </p>
      ) : null}
      <p className={page.other}>
        <a href={help} target="_blank" rel="noreferrer">
          {t('help')}
        </a>
        {' · '}
        <Link to="/online">{t('status')}</Link>
      </p>
    </AuthPage>
  )
}
