import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'

type State = 'unused' | 'assigned' | 'redeemed' | 'void'
const tones: Record<State, StateTone> = { unused: 'good', assigned: 'busy', redeemed: 'off', void: 'bad' }

export function CardState({ state }: { state: State }) {
  const t = useWords('cards')
  return <StateWord tone={tones[state]}>{t(state)}</StateWord>
}
