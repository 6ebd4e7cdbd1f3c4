import { useNavigate, Link } from 'react-router'

import { AuthPage } from '../../features/sign-in/auth-page.tsx'
import { SignInFields, SubmitButton } from '../../features/sign-in/sign-in-fields.tsx'
import { SignInMessage } from '../../features/sign-in/sign-in-message.tsx'
import { usePasswordForm } from '../../features/sign-in/use-password-form.ts'
import { signInMonitor } from '../../session/monitor-session.ts'
import { useWords } from '../../words/language.ts'
import css from './other-doors.module.css'

/** Monitor accounts are made on the command line: no registration and no recovery here. */
export default function MonitorLoginScreen() {
  const t = useWords('monitor-login')
  const navigate = useNavigate()
  const { form, formRef, captcha, retryInS, onSubmit } = usePasswordForm(async (input) => {
    await signInMonitor(input)
    await navigate('/monitor', { replace: true })
  })
  return (
    <AuthPage title={t('title')} tagline={t('tagline')}>
      <SignInMessage failure={form.failure} isWaiting={retryInS > 0} />
      <form ref={formRef} className="gap4" method="post" action="/loginMonitor" noValidate onSubmit={onSubmit}>
        <SignInFields form={form} captcha={captcha} accountHint={t('accountHint')} codeHint={t('codeHint')} />
        <SubmitButton busy={form.busy} retryInS={retryInS} />
      </form>
      <OtherDoors />
    </AuthPage>
  )
}

/** For users who came here by mistake. */
export function OtherDoors() {
  const t = useWords('monitor-login')
  return (
    <>
      <p className={css.help}>{t('help')}</p>
      <p className={css.doors}>
        <Link to="/login">{t('userLogin')}</Link>
        <Link to="/online">{t('status')}</Link>
      </p>
    </>
  )
}
