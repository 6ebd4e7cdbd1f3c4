import type { ReactNode } from 'react'

import type { Row } from '../../../ui/components/rows.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import { CancelOrder } from './cancel-order.tsx'
import type { Next } from './outcome-step.tsx'
import { PaymentSteps } from './payment-steps.tsx'
import type { Payment } from './use-payment.ts'

type Props = {
  payment: Payment
  title?: string
  /** What to do after payment; without it the sheet just closes. */
  next?: Next | undefined
  /** What the payer has after payment. */
  rows?: readonly Row[]
  /** Shown after payment instead of `next`. */
  after?: ReactNode
}

/** Every online payment of the user area. Closing the sheet does not stop the payment. */
export function PaymentSheet({ payment, title, next, rows = [], after }: Props) {
  const t = useWords('paying')
  const base = useWords('base')
  const { bill, close } = payment
  const cancelOrder = bill && 'orderId' in bill ? <CancelOrder orderId={bill.orderId} onCancelled={close} /> : null
  return (
    <Sheet opened={payment.isOpen} onClose={payment.close} title={title ?? t('title')} closeLabel={base('close')}>
      <PaymentSteps payment={payment} next={next} rows={rows} after={after} cancelOrder={cancelOrder} />
    </Sheet>
  )
}
