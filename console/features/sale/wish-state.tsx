import type { OrderDetail } from '../../../contract/console/orders.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useWords } from '../../words/language.ts'
import { moneyText } from '../show/money.tsx'

/** Status of a requested refund; nothing once it is done. */
export function WishState({ wish }: { wish: OrderDetail['wish'] }) {
  const t = useWords('sales')
  if (wish?.state === 'open')
    return <Callout tone="info">{t('wishOpen', { amount: moneyText(wish.amountFen) })}</Callout>
  if (wish?.state === 'declined')
    return <Callout tone="info">{t('wishDeclined', { answer: wish.answer ?? '' })}</Callout>
  return null
}
