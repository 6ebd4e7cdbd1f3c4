import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { fenOf } from '../form/fen-of.ts'
import { MoneyInput, Textarea } from '../form/fields.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { moneyText } from '../show/money.tsx'

export type RefundAbout = { orderId: string } | { paymentId: string }
type Props = { onClose: () => void; about: RefundAbout; leftFen: number; onDone: () => void }

const REASON_MAX = 200

/** Asks the operator for a refund: how much and why. */
export function WishSheet({ onClose, about, leftFen, onDone }: Props) {
  const t = useWords('sales')
  const [yuan, setYuan] = useState<number | string>(leftFen / 100)
  const [reason, setReason] = useState('')
  const amountFen = fenOf(yuan)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('wishTitle')}
      button={t('wishSend', { amount: moneyText(amountFen) })}
      act={async () => {
        await call(consoleApi.orders.wishRefund, { ...about, amountFen, reason })
        showMessage('success', t('wishSent'))
        onDone()
      }}
    >
      <p>{t('wishText')}</p>
      <MoneyInput
        name="amountFen"
        label={t('wishAmount')}
        value={yuan}
        min={0.01}
        max={leftFen / 100}
        onChange={setYuan}
      />
      <Textarea
        name="reason"
        label={t('wishReason')}
        description={t('wishReasonHint')}
        maxLength={REASON_MAX}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
