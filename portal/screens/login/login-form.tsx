import { Link } from 'react-router'

import page from '../../features/sign-in/auth-page.module.css'
import { Checkbox } from '../../../ui/components/auth/checkbox.tsx'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import { SignInFields, SubmitButton } from '../../features/sign-in/sign-in-fields.tsx'
import type { useLogin } from './use-login.ts'

export function LoginForm({ form, formRef, captcha, retryInS, onSubmit }: ReturnType<typeof useLogin>) {
  const t = useWords('login')
  const hasScreen = useHasScreen()
  // method and action matter before hydration: a password must never end up in the address.
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
