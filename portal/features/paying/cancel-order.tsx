import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'

export function useCancelOrder() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (orderId: string) => call(api.orders.cancel, { orderId }),
    // Even after a refusal: the order may have been paid or have expired in the meantime. What it held is back.
    onSettled: () => refreshAccount(queries),
  })
}

export function CancelOrder({ orderId, onCancelled }: { orderId: string; onCancelled: () => void }) {
  const t = useWords('paying')
  const { mutate, isPending } = useCancelOrder()
  const cancel = () =>
    mutate(orderId, {
      onSuccess: () => {
        showMessage('success', t('orderCancelled'))
        onCancelled()
      },
      onError: (error) => showMessage('error', failureText(error)),
    })
  return (
    <Button look="quiet" busy={isPending} onClick={cancel}>
      {t('cancelOrder')}
    </Button>
  )
}
