import type { PayoutTerms } from '../../../contract/console/money.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { fenOf } from '../../features/form/fen-of.ts'
import { moneyText } from '../../features/show/money.tsx'
import type { Translate } from '../../words/words.ts'

/** Why nothing can be asked for now; null: it can. */
export function obstacle(
  t: Translate<'money'>,
  { payee, payableFen, minFen }: PayoutTerms,
  isOpen: boolean,
  nowMs: number,
): string | null {
  if (isOpen) return t('payoutOpen')
  if (payee === null) return t('payoutNoPayee')
  if (Date.parse(payee.payableFrom) > nowMs) return t('payoutFresh', { time: recordText(payee.payableFrom) })
  return payableFen < minFen ? t('payoutMin', { amount: moneyText(minFen) }) : null
}

/** Nothing typed is all that can be paid. */
export function payoutWish(typed: number | string, { payableFen, minFen }: PayoutTerms) {
  const fen = typed === '' ? payableFen : fenOf(typed)
  return { fen, fits: fen >= minFen && fen <= payableFen }
}
