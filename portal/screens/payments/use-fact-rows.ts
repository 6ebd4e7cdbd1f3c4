import { formatFen } from '../../../contract/money.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import type { Row } from '../../../ui/components/rows.tsx'
import { receiptText } from '../../../ui/words/date-text.ts'
import { isPayable } from '../../features/paying/payment-list.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'

/** Facts about a payment besides its amount and what it is for. */
export function useFactRows(item: PaymentItem): Row[] {
  const t = useWords('payments')
  const account = useKnownInfo((info) => info.iuser)
  const { paidAt, refundedFen, feeFen } = item
  const row = (name: string, value: string | null | undefined): Row[] => (value ? [{ name, value }] : [])
  return [
    ...row(t('refundedAmount'), refundedFen > 0 ? `¥${formatFen(refundedFen)}` : null),
    ...row(t('way'), item.payType.name),
    ...row(t('fee'), feeFen > 0 ? `¥${formatFen(feeFen)}` : null),
    ...row(t('begunAt'), receiptText(item.createdAt)),
    ...row(t('paidAt'), paidAt && receiptText(paidAt)),
    ...row(t('payBefore'), isPayable(item) ? receiptText(item.expiresAt) : null),
    ...row(t('account'), account),
    ...row(t('number'), item.out_trade_no),
  ]
}
