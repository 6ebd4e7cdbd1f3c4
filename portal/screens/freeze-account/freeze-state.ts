import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'

export type FreezeState = Static<typeof api.accounts.freezeState.output>

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

export type Span = { days: number; hours: number; minutes: number }

/**
 * A duration in the units it is shown in, each rounded to the nearest: ten minutes stay ten although the clock moves in
 * steps, and 30 days do not become 29 days and 23 hours right after the purchase.
 */
export function spanOf(seconds: number): Span {
  const minutes = seconds <= 0 ? 0 : Math.max(1, Math.round(seconds / 60))
  if (minutes < 1440) return { days: 0, hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  const hours = Math.round(minutes / 60)
  return { days: Math.floor(hours / 24), hours: hours % 24, minutes: 0 }
}

/** 23 天 4 小时 */
export function useSpanText(): (seconds: number) => string {
  const t = useWords('freeze-account')
  return (seconds) => {
    const { days, hours, minutes } = spanOf(seconds)
    if (days > 0) return hours > 0 ? t('spanDays', { days, hours }) : t('spanWholeDays', { days })
    return hours > 0 ? t('spanHours', { hours, minutes }) : t('spanMinutes', { minutes })
  }
}
