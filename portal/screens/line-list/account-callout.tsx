import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { Icon } from '../../../ui/components/icon.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { endsSoon } from '../../../ui/components/user-look.ts'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { endHelp, trafficHelp, type Help } from '../../features/account/traffic-help.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './line-list.module.css'
import type { AccountReason } from './next-step.ts'

const texts = { paused: 'pausedText', expired: 'expiredText', quota: 'quotaText' } as const

/** Why nothing works, once for all lines, with the solution. */
export function AccountCallout({ reason }: { reason: AccountReason }) {
  const t = useWords('line-list')
  const help = useHelp(reason)
  const hasScreen = useHasScreen()
  const isBlocked = useKnownInfo((info) => info.blockedReason !== null)
  if (isBlocked) return <BlockCallout />
  const { text, action } = help
  return (
    <section className={css.callout} role="status">
      <span className={css.calloutSign}>
        <Icon name={reason === 'paused' ? 'snow' : 'warning'} size={22} />
      </span>
      <p className={css.calloutText}>{[t(texts[reason]), text].join('\n')}</p>
      {action && hasScreen(userPath(action.to)) ? (
        <Button component={Link} to={userPath(action.to)}>
          {action.label}
        </Button>
      ) : null}
    </section>
  )
}

/** As the first card of the home page says it. */
function useHelp(reason: AccountReason): Help {
  const t = useWords('user')
  const info = useKnownInfo((known) => known)
  const nowMs = useNow()
  if (reason === 'paused') return { text: t('pausedText'), action: { to: 'freeze_acc', label: t('resume') } }
  const facts = info ?? { buyable: null, expiresAt: null, nextResetAt: null }
  return reason === 'expired' ? endHelp(facts, t) : trafficHelp(facts, endsSoon(facts.expiresAt, nowMs), t)
}
