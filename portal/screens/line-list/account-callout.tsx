import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { Icon } from '../../../ui/components/icon.tsx'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './line-list.module.css'
import type { AccountReason } from './next-step.ts'

const callouts = {
  paused: { text: 'pausedText', to: 'freeze_acc', label: 'resume' },
  expired: { text: 'expiredText', to: 'tcBuy', label: 'renew' },
  quota: { text: 'quotaText', to: 'tcBuy', label: 'buyTraffic' },
} as const

/** Why nothing works, once for all lines, with the solution. */
export function AccountCallout({ reason }: { reason: AccountReason }) {
  const t = useWords('line-list')
  const hasScreen = useHasScreen()
  const isBlocked = useKnownInfo((info) => info.blockedReason !== null)
  if (isBlocked) return <BlockCallout />
  const { text, to, label } = callouts[reason]
  return (
    <section className={css.callout} role="status">
      <span className={css.calloutSign}>
        <Icon name={reason === 'paused' ? 'snow' : 'warning'} size={22} />
      </span>
      <p className={css.calloutText}>{t(text)}</p>
      {hasScreen(userPath(to)) ? (
        <Button component={Link} to={userPath(to)}>
          {t(label)}
        </Button>
      ) : null}
    </section>
  )
}
