import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../contract/api.ts'
import { call } from '../http/client.ts'
import { failureText } from '../locales/failure-text.ts'
import { useWords } from '../locales/language.ts'
import { refreshAccount } from '../session/refresh-account.ts'
import { showMessage } from '../state/notices.ts'

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
