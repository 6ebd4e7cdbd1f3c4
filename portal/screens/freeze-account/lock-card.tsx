import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { SupportLink } from '../../features/account/support-link.tsx'
import { useWords } from '../../words/language.ts'
import { userPath } from '../../paths.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import css from './freeze-account.module.css'
import { LockSheet } from './lock-sheet.tsx'
import { useLockFacts } from './use-lock-facts.ts'

export function LockCard({ canLock, onLocked }: { canLock: boolean; onLocked: () => void }) {
  const t = useWords('freeze-account')
  const facts = useLockFacts()
  const [asking, setAsking] = useState(false)
  return (
    <Card title={t('lockTitle')}>
      <p className={css.intro}>{t('lockIntro')}</p>
      <Facts facts={facts} />
      <div className={css.action}>
        {canLock ? (
          <ActionButton tone="dangerQuiet" icon="lock" onClick={() => setAsking(true)}>
            {t('lock')}
          </ActionButton>
        ) : (
          <CannotLock />
        )}
      </div>
      <LockSheet opened={asking} onClose={() => setAsking(false)} onLocked={onLocked} />
    </Card>
  )
}

/** Without a verified address, or without mail at all, nobody could unlock it again. */
function CannotLock() {
  const t = useWords('freeze-account')
  const hasMail = useHasMail()
  if (!hasMail) {
    return (
      <>
        <p className={css.why}>{t('lockMailOff')}</p>
        <SupportLink />
      </>
    )
  }
  return (
    <>
      <p className={css.why}>{t('lockNeedsEmail')}</p>
      <Button component={Link} to={userPath('emailBind')} variant="light">
        {t('goBind')}
      </Button>
    </>
  )
}
