import { Link, useLocation } from 'react-router'

import { Callout } from '../../../ui/components/auth/callout.tsx'
import page from '../../features/sign-in/auth-page.module.css'
import { AuthPage } from '../../features/sign-in/auth-page.tsx'
import { useConfigState } from '../../state/config.ts'
import { useIsSuspended } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { RegisterForm } from './register-form.tsx'
import { useFriend } from './use-friend.ts'
import { useRegister } from './use-register.ts'

export default function RegisterScreen() {
  const t = useWords('register')
  const isSuspended = useIsSuspended()
  const register = useRegister()
  const friend = useFriend()
  const { state } = useLocation()
  const isUnknown = useConfigState((state) => state.isUnknown)
  const closed = isSuspended ? 'suspended' : isUnknown ? 'unknown' : register.closed
  return (
    <AuthPage title={t('title')} tagline={friend === null ? t('tagline') : t('invitedBy', { name: friend })}>
      {closed === null ? <RegisterForm {...register} /> : <Callout tone="bad">{t(closed)}</Callout>}
      <p className={page.other}>
        {t('haveAccount')}{' '}
        <Link to="/login" state={state}>
          {t('signIn')}
        </Link>
      </p>
    </AuthPage>
  )
}
