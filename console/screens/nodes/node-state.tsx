import type { NodeRow } from '../../../contract/console/nodes.ts'
import { healthLook } from '../../../ui/components/line-look.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { watchedLooks } from '../../../ui/components/watched-look.ts'
import { useWords } from '../../words/language.ts'

type Props = { node: Pick<NodeRow, 'state' | 'userState' | 'check'> }

/** What the agent says of itself comes first. If that is well, what a look from outside found. */
export function NodeState({ node: { state, userState, check } }: Props) {
  const t = useWords('states')
  const { tone, word } = state === 'up' ? healthLook({ state: userState, check }) : watchedLooks[state]
  return <StateWord tone={tone}>{t(word)}</StateWord>
}
