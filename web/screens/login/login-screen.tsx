import { Link } from 'react-router'

import { AuthPage } from '../../components/auth/auth-page.tsx'
import page from '../../components/auth/auth-page.module.css'
import { useHasScreen } from '../../components/available-screens.ts'
import { useWords } from '../../locales/language.ts'
import { ContinueRow } from './continue-row.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginMessage } from './login-message.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { useArrival } from './use-arrival.ts'
import { useLogin } from './use-login.ts'

export function LoginScreen() {
  const t = useWords('login')
  const hasScreen = useHasScreen()
  const { message, continueName } = useArrival()
  const login = useLogin()
  const { form, formRef, retryInS, lockedName } = login
  return (
    <AuthPage title={t('title')} tagline={t('subtitle')}>
      <LoginMessage arrival={message} failure={form.failure} isWaiting={retryInS > 0} lockedName={lockedName} />
      <ContinueRow name={continueName} />
      <LoginForm {...login} />
      <PasskeyRow formRef={formRef} />
      {hasScreen('/reg') ? (
        <p className={page.other}>
          {t('noAccount')} <Link to="/reg">{t('register')}</Link>
        </p>
      ) : null}
    </AuthPage>
  )
}
