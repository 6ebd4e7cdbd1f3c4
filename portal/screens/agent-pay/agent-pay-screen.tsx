import { Link } from 'react-router'

import { AuthPage } from '../../features/sign-in/auth-page.tsx'
import page from '../../features/sign-in/auth-page.module.css'
import { useWords } from '../../words/language.ts'
import { AgentPay } from './agent-pay.tsx'

/** Anybody pays a reseller, without an account. */
export default function AgentPayScreen() {
  const t = useWords('agent-pay')
  return (
    <AuthPage title={t('title')} tagline={t('tagline')}>
      <AgentPay />
      <p className={page.other}>
        {t('isUser')} <Link to="/login">{t('signIn')}</Link>
      </p>
    </AuthPage>
  )
}
