import { useWords } from '../../words/language.ts'
import { spanOf } from './span.ts'

/** 23 天 4 小时 */
export function useSpanText(): (seconds: number) => string {
  const t = useWords('freeze-account')
  return (seconds) => {
    const { days, hours, minutes } = spanOf(seconds)
    if (days > 0) return hours > 0 ? t('spanDays', { days, hours }) : t('spanWholeDays', { days })
    return hours > 0 ? t('spanHours', { hours, minutes }) : t('spanMinutes', { minutes })
  }
}
