import { Link } from 'react-router'

import page from '../../components/auth/auth-page.module.css'
import { Button } from '../../components/auth/button.tsx'
import { Checkbox } from '../../components/auth/checkbox.tsx'
import { Field } from '../../components/auth/field.tsx'
import { PasswordField } from '../../components/auth/password-field.tsx'
import { PictureField } from '../../components/auth/picture-field.tsx'
import { useHasScreen } from '../../components/available-screens.ts'
import { useWords } from '../../locales/language.ts'
import type { useLogin } from './use-login.ts'

export function LoginForm({ form, formRef, captcha, retryInS, onSubmit }: ReturnType<typeof useLogin>) {
  const t = useWords('login')
  const hasScreen = useHasScreen()
  // method and action matter before hydration: a password must never end up in the address.
  return (
    <form ref={formRef} className={page.form} method="post" action="/login" noValidate onSubmit={onSubmit}>
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
      <Button type="submit" busy={form.busy || retryInS > 0}>
        {retryInS > 0 ? t('retryIn', { count: retryInS }) : form.busy ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}
