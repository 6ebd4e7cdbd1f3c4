import { timeLeft } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import type { Current } from './catalogue.ts'

/** 3 天后到期 */
export function useEndText(): (current: Current) => string {
  const t = useWords('user')
  return ({ state, expiresAt }) => {
    if (state === 'paused') return t('statePaused')
    if (state === 'expired') return t('stateExpired')
    if (expiresAt === null) return t('stateActive')
    const left = timeLeft(expiresAt, Date.now())
    if (left.unit === 'over') return t('stateExpired')
    if (left.unit === 'days') return t('endsInDays', { days: left.count })
    return left.unit === 'hours' ? t('endsInHours', { hours: left.count }) : t('endsSoon')
  }
}
