import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'

/** Asks the provider once more what became of a payment. */
export function useRecheck() {
  const t = useWords('payments')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ out_trade_no }: PaymentItem) => call(api.payments.check, { out_trade_no }),
    onSuccess: async ({ status }) => {
      if (status === 'pending') return showMessage('info', t('stillPending'))
      if (status === 'closed') showMessage('info', t('stillClosed'))
      if (status === 'paid') showMessage('success', t('nowPaid'))
      await refreshAccount(queries)
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
}
