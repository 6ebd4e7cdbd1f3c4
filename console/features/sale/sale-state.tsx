import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'

type State = 'pending' | 'paid' | 'cancelled' | 'expired' | 'refunded' | 'closed'
type Props = { state: State; amountFen: number; refundedFen: number }

const tones: Record<State, StateTone> = {
  pending: 'busy',
  paid: 'good',
  cancelled: 'off',
  expired: 'off',
  closed: 'off',
  refunded: 'warn',
}

/** Status of an order or a payment. */
export function SaleState({ state, amountFen, refundedFen }: Props) {
  const t = useWords('sales')
  const isPart = state === 'refunded' && refundedFen < amountFen
  return <StateWord tone={tones[state]}>{t(isPart ? 'partlyRefunded' : state)}</StateWord>
}
