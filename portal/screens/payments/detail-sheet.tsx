import type { PaymentItem } from '../../../contract/payments.ts'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import { Detail } from './detail.tsx'

type Props = { item: PaymentItem | null; onClose: () => void; onResume: (item: PaymentItem) => void }

export function DetailSheet({ item, onClose, onResume }: Props) {
  const t = useWords('payments')
  const base = useWords('base')
  const isReceipt = item?.status === 'paid' || item?.status === 'refunded'
  return (
    <Sheet
      opened={item !== null}
      onClose={onClose}
      title={t(isReceipt ? 'receipt' : 'details')}
      closeLabel={base('close')}
    >
      {item ? <Detail item={item} onResume={onResume} /> : null}
    </Sheet>
  )
}
