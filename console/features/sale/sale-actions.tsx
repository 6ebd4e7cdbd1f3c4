import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { ScreenActions } from '../screen/screen-actions.tsx'
import { AskGateway } from './ask-gateway.tsx'
import { canWishRefund } from './sale-rules.ts'
import { type RefundAbout, WishSheet } from './wish-sheet.tsx'

type Props = {
  about: RefundAbout
  sale: { refundableFen: number; wish: { state: string } | null }
  /** The payment that the gateway may know more about; null: there is none. */
  openPaymentId: string | null
  onDone: () => void
}

/** What a member can do about an order or a payment: ask the gateway, or wish for a refund. */
export function SaleActions({ about, sale, openPaymentId, onDone }: Props) {
  const t = useWords('sales')
  const mayAsk = useMay()('orders.ask')
  const [isWishing, setWishing] = useState(false)
  const canWish = canWishRefund(sale)
  if (!mayAsk || (openPaymentId === null && !canWish)) return null
  return (
    <>
      <ScreenActions>
        {openPaymentId === null ? null : (
          <AskGateway ask={() => call(consoleApi.payments.ask, { paymentId: openPaymentId })} onDone={onDone} />
        )}
        {canWish ? (
          <ActionButton tone="quiet" onClick={() => setWishing(true)}>
            {t('wish')}
          </ActionButton>
        ) : null}
      </ScreenActions>
      {canWish && isWishing ? (
        <WishSheet onClose={() => setWishing(false)} about={about} leftFen={sale.refundableFen} onDone={onDone} />
      ) : null}
    </>
  )
}
