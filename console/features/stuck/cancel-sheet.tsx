import { consoleApi } from '../../../contract/console/api.ts'
import type { StuckPayment } from '../../../contract/console/confirm.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { said } from '../sale/ask-gateway.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { WhatFor } from './what-for.tsx'

type Props = { row: StuckPayment; isPlatform: boolean; onClose: () => void; onDone: () => void }

/** Ends a payment that nobody will finish, so that what it holds is free. */
export function CancelSheet({ row, isPlatform, onClose, onDone }: Props) {
  const t = useWords('stuck')
  const sales = useWords('sales')
  const { paymentId, resellerId } = row
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('cancelTitle')}
      button={t('cancelGo')}
      tone="danger"
      act={async () => {
        const wish = { paymentId: paymentId! }
        const { found } = await (isPlatform
          ? call(consoleApi.platformStuckPayments.cancel, { ...wish, resellerId })
          : call(consoleApi.stuckPayments.cancel, wish))
        showMessage(found === 'closed' ? 'success' : 'info', found === 'closed' ? t('cancelled') : sales(said[found]))
        onDone()
      }}
    >
      <p>{t('cancelText')}</p>
      <WhatFor row={row} />
    </ConfirmSheet>
  )
}
