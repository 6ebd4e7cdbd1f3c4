import { Link } from 'react-router'

import { useBrand } from '../../brand/brand.ts'
import { AuthFrame } from '../../components/auth/auth-frame.tsx'
import { Button } from '../../components/auth/button.tsx'
import { Checkbox } from '../../components/auth/checkbox.tsx'
import { Field } from '../../components/auth/field.tsx'
import { Notice } from '../../components/auth/notice.tsx'
import { PasswordField } from '../../components/auth/password-field.tsx'
import { useHasScreen } from '../../components/available-screens.ts'
import { chooseLanguage } from '../../locales/choose-language.ts'
import { useLanguage, useWords } from '../../locales/language.ts'
import { ContinueRow } from './continue-row.tsx'
import css from './login-screen.module.css'
import { useArrival } from './use-arrival.ts'
import { useLogin } from './use-login.ts'

const messageWords = { not_signed_in: 'notSignedIn', expired: 'expired', neutral: 'pleaseSignIn' } as const

export function LoginScreen() {
  const t = useWords('login')
  const base = useWords('base')
  const brand = useBrand()
  const language = useLanguage()
  const hasScreen = useHasScreen()
  const { message, continueName } = useArrival()
  const { onSubmit, busy, problems, failure, asksCode } = useLogin()
  return (
    <AuthFrame
      brand={brand}
      tagline={t('subtitle')}
      schemeLabel={base('switchScheme')}
      language={language}
      onLanguage={(next) => void chooseLanguage(next)}
    >
      <div className={css.stack}>
        <h1 className={css.title}>{t('title')}</h1>
        <div className={css.messageRoom}>
          {failure !== null ? <Notice tone="bad">{failure}</Notice> : null}
          {failure === null && message !== null ? <Notice tone="info">{t(messageWords[message])}</Notice> : null}
        </div>
        <ContinueRow name={continueName} />
        {/* method and action matter before hydration: a password must never end up in the address. */}
        <form className={css.form} method="post" action="/login" noValidate onSubmit={onSubmit}>
          <Field
            name="userName"
            label={t('account')}
            placeholder={t('accountHint')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={problems.userName}
          />
          <PasswordField
            name="passWord"
            label={t('password')}
            autoComplete="current-password"
            showLabel={t('showPassword')}
            hideLabel={t('hidePassword')}
            error={problems.passWord}
          />
          {asksCode ? (
            <Field
              name="totp"
              label={t('code')}
              placeholder={t('codeHint')}
              autoComplete="one-time-code"
              autoFocus
              error={problems.totp}
            />
          ) : null}
          <div className={css.row}>
            <Checkbox name="remember" label={t('remember')} defaultChecked />
            {hasScreen('/find_pass') ? <Link to="/find_pass">{t('forgot')}</Link> : null}
          </div>
          <Button type="submit" busy={busy}>
            {busy ? t('submitting') : t('submit')}
          </Button>
        </form>
        {hasScreen('/reg') ? (
          <p className={css.other}>
            {t('noAccount')} <Link to="/reg">{t('register')}</Link>
          </p>
        ) : null}
      </div>
    </AuthFrame>
  )
}
