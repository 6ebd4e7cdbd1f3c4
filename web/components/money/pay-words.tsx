import { formatFen } from '../../../contract/money.ts'
import { useAmountText } from '../../locales/amount-text.ts'
import { useWords } from '../../locales/language.ts'
import type { PayBy } from './pay-by.tsx'

/** What the button takes: yuan from a payment app, the brand's own unit from the balance. */
export function PayWords({ payBy, totalFen }: { payBy: PayBy; totalFen: number }) {
  const t = useWords('money')
  const amountText = useAmountText()
  return t('payAmount', { amount: payBy === 'online' ? `¥${formatFen(totalFen)}` : amountText(totalFen) })
}
