import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { refreshAccount } from '../../session/refresh-account.ts'

export const FREEZE_KEY = ['freeze'] as const

/** Pausing and resuming; both change what the whole portal shows about the user. */
export function useFreeze(type: 'pause' | 'resume', doneText: string, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.accounts.freeze, { type }),
    onSuccess: async () => {
      showMessage('success', doneText)
      onDone?.()
      await refreshAccount(queries)
    },
    // Refused because another tab, or the clock, was faster: show the current state.
    onError: () => queries.invalidateQueries({ queryKey: FREEZE_KEY }),
  })
}
