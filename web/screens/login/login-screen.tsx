import { Link } from 'react-router'

import { AuthPage } from '../../components/auth/auth-page.tsx'
import page from '../../components/auth/auth-page.module.css'
import { Button } from '../../components/auth/button.tsx'
import { Checkbox } from '../../components/auth/checkbox.tsx'
import { Field } from '../../components/auth/field.tsx'
import { PasswordField } from '../../components/auth/password-field.tsx'
import { PictureField } from '../../components/auth/picture-field.tsx'
import { useHasScreen } from '../../components/available-screens.ts'
import { useWords } from '../../locales/language.ts'
import { ContinueRow } from './continue-row.tsx'
import { LoginMessage } from './login-message.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { useArrival } from './use-arrival.ts'
import { useLogin } from './use-login.ts'

export function LoginScreen() {
  const t = useWords('login')
  const hasScreen = useHasScreen()
  const { message, continueName } = useArrival()
  const login = useLogin()
  const { form, captcha, retry } = login
  return (
    <AuthPage title={t('title')} tagline={t('subtitle')}>
      <LoginMessage
        arrival={message}
        failure={form.failure}
        isWaiting={retry.leftS > 0}
        lockedName={login.lockedName}
      />
      <ContinueRow name={continueName} />
      {/* method and action matter before hydration: a password must never end up in the address. */}
      <form ref={retry.formRef} className={page.form} method="post" action="/login" noValidate onSubmit={login.onSubmit}>
        <Field
          name="userName"
          label={t('account')}
          placeholder={t('accountHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={form.problems.userName}
        />
        <PasswordField
          name="passWord"
          label={t('password')}
          autoComplete="current-password"
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
          error={form.problems.passWord}
        />
        {form.asked.includes('totp') ? (
          <Field
            name="totp"
            label={t('code')}
            placeholder={t('codeHint')}
            autoComplete="one-time-code"
            autoFocus
            error={form.problems.totp}
          />
        ) : null}
        {captcha.picture ? (
          <PictureField picture={captcha.picture} error={form.problems.captcha} onRenew={captcha.renewPicture} />
        ) : null}
        <div className={page.row}>
          <Checkbox name="remember" label={t('remember')} defaultChecked />
          {hasScreen('/find_pass') ? <Link to="/find_pass">{t('forgot')}</Link> : null}
        </div>
        <Button type="submit" busy={form.busy || retry.leftS > 0}>
          {retry.leftS > 0 ? t('retryIn', { count: retry.leftS }) : form.busy ? t('submitting') : t('submit')}
        </Button>
      </form>
      <PasskeyRow formRef={retry.formRef} />
      {hasScreen('/reg') ? (
        <p className={page.other}>
          {t('noAccount')} <Link to="/reg">{t('register')}</Link>
        </p>
      ) : null}
    </AuthPage>
  )
}
