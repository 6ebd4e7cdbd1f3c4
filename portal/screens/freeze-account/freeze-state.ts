import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { useWords } from '../../words/language.ts'

export type FreezeState = Static<typeof api.accounts.freezeState.output>

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
