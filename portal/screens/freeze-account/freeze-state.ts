import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'

export type FreezeState = Static<typeof api.accounts.freezeState.output>

export const FREEZE_KEY = ['freeze'] as const

/** Pausing and resuming; both change what the whole portal shows of the user. */
export function useFreeze(type: 'pause' | 'resume', doneText: string, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.accounts.freeze, { type }),
    onSuccess: async () => {
      showMessage('success', doneText)
      onDone?.()
      await refreshAccount(queries)
    },
    // Refused because another tab, or the clock, was faster: show how things stand now.
    onError: () => queries.invalidateQueries({ queryKey: FREEZE_KEY }),
  })
}
