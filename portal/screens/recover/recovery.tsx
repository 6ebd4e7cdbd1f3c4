import { Link } from 'react-router'

import page from '../../features/sign-in/auth-page.module.css'
import { useWords } from '../../words/language.ts'
import type { Way } from '../../session/recover.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import { AskCode } from './ask-code.tsx'
import { Recovered } from './recovered.tsx'
import { SetPassword } from './set-password.tsx'
import { SupportLine } from './support-line.tsx'
import { useRecovery } from './use-recovery.ts'

/** First a code, then the new password. Without mail there is only the second: support can tell a code. */
export function Recovery({ way, userName }: { way: Way; userName: string }) {
  const t = useWords('recover')
  const hasMail = useHasMail()
  const recovery = useRecovery(way, userName)
  if (recovery.step === 'done') return <Recovered way={way} />
  return (
    <>
      {recovery.step === 'ask' && hasMail ? (
        <AskCode way={way} recovery={recovery} />
      ) : (
        <SetPassword way={way} recovery={recovery} hasMail={hasMail} />
      )}
      <SupportLine />
      <p className={page.other}>
        {way === 'reset' ? t('remembered') : null} <Link to="/login">{t('signIn')}</Link>
      </p>
    </>
  )
}
