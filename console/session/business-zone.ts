import type { Language } from '../../contract/languages.ts'
import { foreignZone, recordText } from '../../ui/words/date-text.ts'
import { useLanguage } from '../../ui/words/word-store.ts'
import { useWords } from '../words/language.ts'

/** Name of the console's time zone (北京时间) for members in another zone; null for all others. */
export function useBusinessZone(): string | null {
  const t = useWords('base')
  const language = useLanguage()
  const zone = foreignZone()
  if (zone === null) return null
  return zone === 'Asia/Shanghai' ? t('beijingTime') : zoneName(zone, language)
}

/** Text of a deadline. It names the time zone, because the page may be read elsewhere and only once. */
export function useDeadlineText(): (instant: string) => string {
  const zone = useBusinessZone()
  return (instant) => (zone === null ? recordText(instant) : `${recordText(instant)} (${zone})`)
}

function zoneName(timeZone: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
