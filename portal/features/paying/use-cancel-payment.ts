import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'

/** Gives up a payment that was begun. One that was paid in that very moment is not given up, and says so. */
export function useCancelPayment() {
  const t = useWords('paying')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (out_trade_no: string) => call(api.payments.cancel, { out_trade_no }),
    onSuccess: ({ status }) => {
      const isPaid = status === 'paid'
      showMessage(isPaid ? 'success' : 'info', t(isPaid ? 'alreadyPaid' : 'cancelled'))
      return refreshAccount(queries)
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
}
