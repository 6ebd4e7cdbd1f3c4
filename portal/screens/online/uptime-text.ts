import { useWords } from '../../words/language.ts'

export function useUptimeText(): (percent: number | null) => string {
  const t = useWords('online')
  return (percent) => (percent === null ? t('uptimeNone') : t('uptime', { percent }))
}
