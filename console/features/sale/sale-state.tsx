import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'
import { saleWord, type Sold } from './sale-rules.ts'

const tones: Record<Sold['state'], StateTone> = {
  pending: 'busy',
  paid: 'good',
  cancelled: 'off',
  expired: 'off',
  closed: 'off',
  refunded: 'warn',
}

/** Status of an order or a payment. */
export function SaleState({ state, amountFen, refundedFen }: Sold) {
  const t = useWords('sales')
  return <StateWord tone={tones[state]}>{t(saleWord({ state, amountFen, refundedFen }))}</StateWord>
}
