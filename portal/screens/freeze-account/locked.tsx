import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { StateLine } from '../../../ui/components/state-line.tsx'
import { useWords } from '../../words/language.ts'
import css from './freeze-account.module.css'

/** The session is already over; this explains how to unlock and leaves when the reader is ready. */
export function Locked({ forgotten }: { forgotten: Promise<unknown> }) {
  const t = useWords('freeze-account')
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)

  useEffect(() => {
    document.getElementById('content')?.focus()
  }, [])

  async function leave(): Promise<void> {
    setLeaving(true)
    await forgotten
    await navigate('/login', { replace: true })
  }

  return (
    <div className="split" data-session-over>
      <StateLine label={t('label')} title={t('lockedTitle')} />
      <Card title={t('lockBack')}>
        <p className={css.intro}>{t('lockedText')}</p>
        <ol className={css.steps}>
          <li>{t('unlockSignIn')}</li>
          <li>{t('unlockCode')}</li>
          <li>{t('unlockPassword')}</li>
        </ol>
        <div className={css.action}>
          <ActionButton busy={leaving} onClick={() => void leave()}>
            {t('toLogin')}
          </ActionButton>
        </div>
      </Card>
    </div>
  )
}
