import { Icon, type IconName } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import { type Shown, type Tone, tones } from './payment-state.ts'
import css from './state-chip.module.css'

const icons: Record<Tone, IconName> = { good: 'check', warn: 'clock', quiet: 'close' }

export function StateChip({ state }: { state: Shown }) {
  const t = useWords('payments')
  const tone = tones[state]
  const icon = state === 'refunded' || state === 'partlyRefunded' ? 'refresh' : icons[tone]
  return (
    <span className={`${css.chip} ${css[tone]}`}>
      <Icon name={icon} size={14} />
      {t(state)}
    </span>
  )
}
