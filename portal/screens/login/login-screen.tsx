import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

import { Checkbox } from '../../../ui/components/auth/checkbox.tsx'
import { ApiError } from '../../../ui/http/api-error.ts'
import page from '../../features/sign-in/auth-page.module.css'
import { AuthPage } from '../../features/sign-in/auth-page.tsx'
import { SignInFields, SubmitButton } from '../../features/sign-in/sign-in-fields.tsx'
import { SignInMessage } from '../../features/sign-in/sign-in-message.tsx'
import { usePasswordForm } from '../../features/sign-in/use-password-form.ts'
import { usePageAddress } from '../../session/hosted-address.ts'
import { pathAfterLogin } from '../../session/return-path.ts'
import { signIn } from '../../session/sign-in.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'
import { ContinueRow, useContinueName } from './continue-row.tsx'
import { LockedCallout } from './locked-callout.tsx'
import { PasskeyRow } from './passkey-row.tsx'

/** The default page of an installation, until the configuration names another one. */
const HELP = '/hosted/help'

export function LoginScreen() {
  const t = useWords('login')
  const hasScreen = useHasScreen()
  const continueName = useContinueName()
  const login = useLogin()
  const help = usePageAddress()(useConfigState((state) => state.dailiConfig.kf_url) ?? HELP)
  const { form, formRef, retryInS, lockedName, state } = login
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
          {/* With the state, because who came by a gift goes on to it after registering. */}
          {t('noAccount')}{' '}
          <Link to="/reg" state={state}>
            {t('register')}
          </Link>
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

export function LoginForm({ form, formRef, captcha, retryInS, onSubmit }: ReturnType<typeof useLogin>) {
  const t = useWords('login')
  const hasScreen = useHasScreen()
  // method and action matter before hydration: a password must never get into the address.
  return (
    <form ref={formRef} className="gap4" method="post" action="/login" noValidate onSubmit={onSubmit}>
      <SignInFields form={form} captcha={captcha} accountHint={t('accountHint')} codeHint={t('codeHint')} />
      <div className={page.row}>
        <Checkbox name="remember" label={t('remember')} defaultChecked />
        {hasScreen('/find_pass') ? <Link to="/find_pass">{t('forgot')}</Link> : null}
      </div>
      <SubmitButton busy={form.busy} retryInS={retryInS} />
    </form>
  )
}

export function useLogin() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [lockedName, setLockedName] = useState<string | null>(null)
  const login = usePasswordForm(async (input) => {
    setLockedName(null)
    try {
      await signIn(input)
      await navigate(pathAfterLogin(state), { replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.locked') setLockedName(input.userName)
      throw error
    }
  })
  return { ...login, lockedName, state }
}
