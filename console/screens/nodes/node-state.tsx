import type { NodeRow } from '../../../contract/console/nodes.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { watchedLooks } from '../../../ui/components/watched-look.ts'
import { useWords } from '../../words/language.ts'

export function NodeState({ state }: { state: NodeRow['state'] }) {
  const t = useWords('states')
  const { tone, word } = watchedLooks[state]
  return <StateWord tone={tone}>{t(word)}</StateWord>
}
