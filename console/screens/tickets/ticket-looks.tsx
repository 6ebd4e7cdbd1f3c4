import type { TicketRow } from '../../../contract/console/tickets.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'

const looks = {
  open: { tone: 'warn', word: 'open' },
  answered: { tone: 'good', word: 'answered' },
  closed: { tone: 'off', word: 'closed' },
} as const

/** What is waited for: the team, the operator or the user. */
export function TicketState({
  ticket: { state, holder, isHeld },
}: {
  ticket: Pick<TicketRow, 'state' | 'holder' | 'isHeld'>
}) {
  const t = useWords('tickets')
  const { tone, word } = looks[state]
  if (isHeld && state !== 'closed') return <StateWord tone="off">{t('held')}</StateWord>
  if (state === 'open' && holder === 'operator') return <StateWord tone="busy">{t('openOperator')}</StateWord>
  return <StateWord tone={tone}>{t(word)}</StateWord>
}
