import { Link } from 'react-router'

import { Notice } from '../../components/auth/notice.tsx'
import { useWords } from '../../locales/language.ts'
import type { RedirectMessageKey } from '../../session/redirect-message.ts'
import css from './login-message.module.css'

const arrivalWords = { not_signed_in: 'notSignedIn', expired: 'expired', neutral: 'pleaseSignIn' } as const

type Props = {
  arrival: RedirectMessageKey | null
  failure: string | null
  isWaiting: boolean
  /** The account that has to be unlocked first. */
  lockedName: string | null
}

/** What happened last, else why the reader is here. */
export function LoginMessage(props: Props) {
  return (
    <div className={css.room}>
      <Message {...props} />
    </div>
  )
}

function Message({ arrival, failure, isWaiting, lockedName }: Props) {
  const t = useWords('login')
  if (isWaiting) return <Notice tone="info">{t('waiting')}</Notice>
  if (lockedName !== null) {
    return (
      <Notice tone="bad">
        {t('locked')}
        {/* The name travels in the history entry, not in the address. */}
        <Link to="/find_pass?unlock=1" state={{ userName: lockedName }}>
          {t('unlock')}
        </Link>
      </Notice>
    )
  }
  if (failure !== null) return <Notice tone="bad">{failure}</Notice>
  return arrival === null ? null : <Notice tone="info">{t(arrivalWords[arrival])}</Notice>
}
