import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { useHasScreen } from '../../state/available-screens.ts'
import { BlockNotice } from '../../features/account/block-notice.tsx'
import { useKnownInfo } from '../../state/known-info.ts'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import { userPath } from '../../paths.ts'
import css from './lines.module.css'
import type { AccountReason } from './next-step.ts'

const notices = {
  paused: { text: 'pausedText', to: 'freeze_acc', label: 'resume' },
  expired: { text: 'expiredText', to: 'tcBuy', label: 'renew' },
  quota: { text: 'quotaText', to: 'tcBuy', label: 'buyTraffic' },
} as const

/** Why nothing works, once for all lines, with the way out. */
export function AccountNotice({ reason }: { reason: AccountReason }) {
  const t = useWords('linelist')
  const hasScreen = useHasScreen()
  const isBlocked = useKnownInfo((info) => info.blockedReason !== null)
  if (isBlocked) return <BlockNotice />
  const { text, to, label } = notices[reason]
  return (
    <section className={css.notice} role="status">
      <span className={css.noticeSign}>
        <Icon name={reason === 'paused' ? 'snow' : 'warning'} size={22} />
      </span>
      <p className={css.noticeText}>{t(text)}</p>
      {hasScreen(userPath(to)) ? (
        <Button component={Link} to={userPath(to)}>
          {t(label)}
        </Button>
      ) : null}
    </section>
  )
}
