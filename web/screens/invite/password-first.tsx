import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { ActionButton } from '../../components/action-button.tsx'
import { Notice } from '../../components/auth/notice.tsx'
import { useWords } from '../../locales/language.ts'
import { rememberReturnPath } from '../../session/return-path.ts'
import { signOut } from '../../session/sign-out.ts'
import css from './invite.module.css'

/** A session that a remembered device opened may not send money away: the password has to be typed once more. */
export function PasswordFirst() {
  const t = useWords('invite')
  const place = useLocation()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    const state = rememberReturnPath(place)
    await signOut()
    await navigate('/login', { replace: true, state })
  }

  return (
    <div className={css.sheet}>
      <Notice tone="info">{t('passwordFirst')}</Notice>
      <p className={css.note}>{t('passwordFirstText')}</p>
      <ActionButton fill busy={isLeaving} onClick={() => void leave()}>
        {t('signInAgain')}
      </ActionButton>
    </div>
  )
}
