import type { ResellerRow } from '../../../contract/console/resellers.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'

const tones = { waiting: 'warn', online: 'good', offline: 'off', suspended: 'bad' } as const

/** A reseller's status in one word. */
export function ResellerState({ state }: { state: ResellerRow['state'] }) {
  const t = useWords('resellers')
  return <StateWord tone={tones[state]}>{t(state)}</StateWord>
}
