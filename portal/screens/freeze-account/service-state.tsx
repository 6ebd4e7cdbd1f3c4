import { StateLine } from '../../../ui/components/state-line.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { leftText } from '../../../ui/components/user-look.ts'
import { timeLeft } from '../../../ui/words/date-text.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import { type FreezeState, useSpanText } from './freeze-state.ts'

const texts = { none: 'noneText', active: 'activeText', paused: 'pausedText', expired: 'expiredText' } as const

/** How long the service still runs, or how much time is saved by the pause. */
export function ServiceState({ freeze }: { freeze: FreezeState }) {
  const t = useWords('freeze-account')
  const user = useWords('user')
  const spanText = useSpanText()
  const nowMs = useNow()
  const expiresAt = useKnownInfo((info) => info.expiresAt)
  const title = () => {
    if (freeze.state === 'paused') return t('kept', { span: spanText(freeze.bankedSeconds) })
    if (freeze.state !== 'active' || !expiresAt) return t(freeze.state)
    // The same days as on the home page.
    const left = timeLeft(expiresAt, nowMs)
    return left.unit === 'over' ? t('expired') : leftText(left, user)
  }
  const shown = title()
  const word = t(freeze.state)
  return (
    <StateLine
      label={t('label')}
      title={shown}
      chip={shown === word ? undefined : word}
      text={t(texts[freeze.state])}
    />
  )
}
