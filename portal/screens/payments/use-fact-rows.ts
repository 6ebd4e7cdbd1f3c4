import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { formatFen } from '../../../contract/money.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import type { Row } from '../../../ui/components/rows.tsx'
import { call } from '../../../ui/http/client.ts'
import { receiptText } from '../../../ui/words/date-text.ts'
import { isPayable } from '../../features/paying/payment-list.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'

/** Facts about a payment besides its amount; its order says what it bought. */
export function useFactRows(item: PaymentItem): Row[] {
  const t = useWords('payments')
  const account = useKnownInfo((info) => info.iuser)
  const { orderId, paidAt, refundedFen } = item
  const { data: order } = useQuery({
    queryKey: ['order', orderId],
    queryFn: () => call(api.orders.detail, { orderId: orderId! }),
    enabled: orderId !== null && item.type === 'package',
  })
  const row = (name: string, value: string | null | undefined): Row[] => (value ? [{ name, value }] : [])
  return [
    ...row(t('package'), order?.packageName),
    ...row(t('refundedAmount'), refundedFen > 0 ? `¥${formatFen(refundedFen)}` : null),
    ...row(t('way'), item.payType.name),
    ...row(t('begunAt'), receiptText(item.createdAt)),
    ...row(t('paidAt'), paidAt && receiptText(paidAt)),
    ...row(t('payBefore'), isPayable(item) ? receiptText(item.expiresAt) : null),
    ...row(t('account'), account),
    ...row(t('number'), item.out_trade_no),
  ]
}
