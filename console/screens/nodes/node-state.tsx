import type { NodeRow } from '../../../contract/console/nodes.ts'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'

const tones: Record<NodeRow['state'], StateTone> = {
  up: 'good',
  starting: 'busy',
  down: 'bad',
  silent: 'bad',
  new: 'off',
  maintenance: 'warn',
}

export function NodeState({ state }: { state: NodeRow['state'] }) {
  const t = useWords('nodes')
  return <StateWord tone={tones[state]}>{t(state)}</StateWord>
}
