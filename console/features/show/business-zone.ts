import type { Language } from '../../../contract/languages.ts'
import { foreignZone, recordText } from '../../../ui/words/date-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'

/** 北京时间: the clock that the console goes by, named for who has another one; null for everybody else. */
export function useBusinessZone(): string | null {
  const t = useWords('base')
  const language = useLanguage()
  const zone = foreignZone()
  if (zone === null) return null
  return zone === 'Asia/Shanghai' ? t('beijingTime') : zoneName(zone, language)
}

/** Somebody acts by this moment, perhaps from a page that is read once: the clock is named beside it. */
export function useDeadlineText(): (instant: string) => string {
  const zone = useBusinessZone()
  return (instant) => (zone === null ? recordText(instant) : `${recordText(instant)} (${zone})`)
}

function zoneName(timeZone: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
