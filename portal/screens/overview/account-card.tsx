import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { UserInfo } from '../../../contract/accounts.ts'
import { Card } from '../../../ui/components/card.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useCopy } from '../../features/account/use-copy.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import css from './account-card.module.css'

const modeWords = { standard: 'modeStandard', game: 'modeGame', video: 'modeVideo', saver: 'modeSaver' } as const

export function AccountCard({ info }: { info: UserInfo }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const hasMail = useHasMail()
  const copy = useCopy()
  const bindable = hasMail && !info.emailVerified && hasScreen(userPath('emailBind'))
  return (
    <Card title={t('groupAccount')}>
      <dl className={css.rows}>
        <Row name={t('account')}>{info.iuser}</Row>
        <Row name={t('email')} end={bindable ? <Link to={userPath('emailBind')}>{t('bindNow')}</Link> : null}>
          {info.email === null ? t('emailNone') : info.email}
          {info.email !== null && !info.emailVerified ? (
            <span className={css.faint}> {t('emailUnverified')}</span>
          ) : null}
        </Row>
        <Row name={t('expiry')}>{info.expiresAt === null ? '–' : dateText(info.expiresAt)}</Row>
        <Row name={t('speedMode')}>{t(modeWords[info.speedMode])}</Row>
        <Row
          name={t('inviteCode')}
          end={
            <button type="button" className={css.copy} onClick={() => void copy(info.inviteCode)}>
              {t('copy')}
            </button>
          }
        >
          {info.inviteCode}
        </Row>
      </dl>
    </Card>
  )
}

function Row({ name, end, children }: { name: string; end?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.row}>
      <dt className={css.name}>{name}</dt>
      <dd className={css.value}>{children}</dd>
      {end ? <dd className={css.end}>{end}</dd> : null}
    </div>
  )
}
